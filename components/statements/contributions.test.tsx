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

test("the bars have the proportions of the table's figures", () => {
  const contributions = [
    { user: ana, paid: 40, share: 10 },
    { user: ben, paid: 0, share: 30 },
  ];
  showScreen(ana, () => <Contributions contributions={contributions} />);
  const rows = screen.getAllByRole("row", { hidden: true }).slice(1);
  expect(
    rows.map((row) =>
      [...row.querySelectorAll("svg rect:nth-child(2)")].map((bar) => bar.getAttribute("width")),
    ),
  ).toEqual([
    ["100.00%", "25.00%"],
    ["0.00%", "75.00%"],
  ]);
});
