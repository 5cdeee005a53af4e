import { screen } from "@testing-library/react";
import { ana, ben } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { Contributions } from "./contributions";

test("a guest is marked", () => {
  const contributions = [
    { user: ana, paid: 10, share: 5 },
    { user: { ...ben, guest: true as const }, paid: 0, share: 5 },
  ];
  showScreen(ana, () => <Contributions contributions={contributions} />);
  const names = screen.getAllByRole("rowheader", { hidden: true }).map(({ textContent }) => textContent);
  expect(names).toEqual([
    expect.stringMatching(/Ana Silva$/),
    expect.stringMatching(/Ben Okafor \(guest\)$/),
  ]);
});
