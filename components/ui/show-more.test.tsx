import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { ShowMore } from "./show-more";

const show = (row: (n: number) => ReactElement) =>
  render(
    <ShowMore list="ul" limit={2} label="Show all 4">
      {[1, 2, 3, 4].map(row)}
    </ShowMore>,
  );
const more = () => screen.getByRole("button", { name: "Show all 4" });

test("the focus moves to the first new row", async () => {
  show((n) => (
    <li key={n}>
      <a href={`/${n}`}>{`row ${n}`}</a>
    </li>
  ));
  more().focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("link", { name: "row 3" })).toHaveFocus();
});

test("a row without controls gets it itself", async () => {
  show((n) => <li key={n}>{`row ${n}`}</li>);
  more().focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("row 3")).toHaveFocus();
});

test("a press elsewhere moves no focus", () => {
  show((n) => (
    <li key={n}>
      <a href={`/${n}`}>{`row ${n}`}</a>
    </li>
  ));
  fireEvent.click(more());
  expect(screen.getAllByRole("link")).toHaveLength(4);
  expect(document.body).toHaveFocus();
});
