import { render, screen, within } from "@testing-library/react";
import fc from "fast-check";
import { SpendingBars } from "./spending-bars";

const dollars = fc.integer({ min: 0, max: 100_000_000 }).map((cents) => cents / 100);
// A share is at most the total.
const shared = fc.tuple(dollars, dollars).map(([a, b]) => ({ total: Math.max(a, b), mine: Math.min(a, b) }));
const mineAlone = dollars.map((total) => ({ total }));
const several = { minLength: 1, maxLength: 12 };

const shown = (text: string | null | undefined) => Number(text?.replace(/[^\d.]/g, ""));

test("bars with the viewer's share have a legend", () => {
  const bar = { key: "1", label: "Oct", total: 10 };
  const { container, rerender } = render(<SpendingBars of="Month" bars={[{ ...bar, mine: 4 }]} />);
  expect(container.querySelector("p")).toHaveTextContent("everyone your share");
  rerender(<SpendingBars of="Month" bars={[bar]} />);
  expect(container.querySelector("p")).toBeNull();
});

test("a sum that refunds made negative has no bar, and no share is wider than the card", () => {
  const bar = (label: string, total: number, mine: number) => ({ key: label, label, total, mine });
  const bars = [bar("Travel", 10, 50), bar("Food", -60, -20), bar("Other", 0, 25)];
  render(<SpendingBars of="Category" bars={bars} />);
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    "Travel$10.00your share $50.00",
    "Food−$60.00your share −$20.00",
    "Other$0.00your share $25.00",
  ]);
  const widths = rows.map((row) =>
    [...row.querySelectorAll("svg rect")].slice(1).map((one) => one.getAttribute("width")),
  );
  expect(widths).toEqual([
    ["20.00%", "100.00%"],
    ["0.00%", "0.00%"],
    ["0.00%", "50.00%"],
  ]);
});

test("the bars have the proportions of the table's figures", () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(shared, several), fc.array(mineAlone, several)), (figures) => {
      const bars = figures.map((figure, at) => ({ key: `${at}`, label: `Bar ${at}`, ...figure }));
      const { unmount } = render(<SpendingBars of="Month" bars={bars} />);
      const rows = within(screen.getByRole("table", { name: "Month" }))
        .getAllByRole("row")
        .slice(1);
      const read = rows.map((row) => {
        const [total, share] = within(row).getAllByRole("cell");
        const [, ...filled] = share!.querySelectorAll("svg rect");
        return {
          total: shown(total!.textContent),
          mine: shown(share!.querySelector(".amount")?.textContent ?? total!.textContent),
          widths: filled.map((rect) => Number.parseFloat(rect.getAttribute("width")!)),
        };
      });
      expect(read.map(({ total, mine }) => ({ total, mine }))).toEqual(
        figures.map((figure) => ({ mine: figure.total, ...figure })),
      );
      const most = Math.max(...figures.map(({ total }) => total));
      for (const { total, mine, widths } of read) {
        const percent = (figure: number) => (figure > 0 ? (figure / most) * 100 : 0);
        // Always visible.
        expect(widths[0]).toBeCloseTo(total > 0 ? Math.max(percent(total), 2) : 0, 1);
        // The viewer's share is drawn over the total.
        if (widths.length > 1) expect(widths[1]).toBeCloseTo(percent(mine), 1);
      }
      unmount();
    }),
    { numRuns: 40 },
  );
});
