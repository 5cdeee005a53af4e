import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { person } from "@/testing/components/fixtures";
import { FindPerson } from "./find-person";

const people = ["José Álvarez", "Ivan Petrov", ...Array.from({ length: 12 }, (_, n) => `Member ${n}`)].map(
  (name, n) => person(n, name),
);

test.each([
  ["jose", "José Álvarez"],
  [" iv", "Ivan Petrov"],
])("%s finds %s, in any locale", async (typed, found) => {
  // As in a browser set to Turkish, where the small letter of I has no dot.
  const lower = String.prototype.toLocaleLowerCase;
  jest.spyOn(String.prototype, "toLocaleLowerCase").mockImplementation(function (this: string, locale) {
    return lower.call(this, locale ?? "tr");
  });
  render(
    <FindPerson label="Find a person" people={people}>
      {(some) => some.map(({ name }) => <p key={name}>{name}</p>)}
    </FindPerson>,
  );
  await userEvent.type(screen.getByLabelText("Find a person"), typed);
  expect(screen.getAllByText(/./, { selector: "p" }).map(({ textContent }) => textContent)).toEqual([found]);
  jest.restoreAllMocks();
});
