import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ana, ben, cleo, group, settlement } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { ReportScreen, type ReportScreenProps } from "./report-screen";

const none = { before: 0, paid: 0, share: 0, made: 0, received: 0, after: 0 };
const props: ReportScreenProps = {
  report: {
    group,
    from: "2026-11-01",
    until: "2026-11-30",
    total: 30,
    expenseCount: 1,
    paymentCount: 1,
    people: [
      { user: ana, ...none, before: -5, paid: 30, share: 10, received: 12, after: 3 },
      { user: ben, ...none, before: 5, share: 20, made: 12, after: -3 },
      { user: cleo, ...none },
    ],
  },
  expenses: [
    {
      day: "2026-11-14",
      event: "Dinner",
      description: "Pizza",
      amount: 30,
      payers: [{ user: ana._id, amount: 30 }],
      shares: [
        { users: [ana._id], amount: 10 },
        { users: [ben._id], amount: 20 },
      ],
    },
  ],
  payments: [{ ...settlement(1, ben, ana, 12, true), settledAt: "2026-11-30T23:59:00.000Z" }],
  today: "2026-11-29",
};

const show = (more: Partial<ReportScreenProps> = {}) =>
  showScreen(ana, () => <ReportScreen {...props} {...more} />);

test("each person's balance before and after, and what led from one to the other", () => {
  show();
  expect(screen.getByRole("heading", { name: "Total Expenses: $30.00" })).toBeVisible();
  const [head, ...rows] = within(screen.getByRole("table", { name: /^Total/ })).getAllByRole("row");
  const cells = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);
  expect(cells(head!)).toEqual(["Person", "Before", "Paid", "Share", "Payments", "Balance"]);
  expect(rows.map(cells)).toEqual([
    ["Ana", "−$5.00", "$30.00", "$10.00", "−$12.00", "+$3.00"],
    ["Ben", "+$5.00", "$0.00", "$20.00", "+$12.00", "−$3.00"],
    ["Cleo", "$0.00", "$0.00", "$0.00", "$0.00", "even"],
    ["Total", "$0.00", "$30.00", "$30.00", "$0.00", "$0.00"],
  ]);
});

test("the expenses with their events and shares, and the payments by the day on which they count", () => {
  show();
  const row = screen.getByRole("rowheader", { name: /^Pizza/ });
  expect(row).toHaveTextContent("Dinner · Ana $10.00 · Ben $20.00");
  const made = screen.getByRole("region", { name: "Payments made" });
  expect(made).toHaveTextContent("Ben paid Ana Nov 30");
});

test("the days are chosen from common ones, or entered", async () => {
  show();
  expect(screen.getByText("Nov 2026")).toBeVisible();
  const days = within(screen.getByRole("navigation", { name: "Period" }));
  const path = `/groups/${group._id}/report`;
  expect(days.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["This month", `${path}?from=2026-11-01&until=2026-11-30`],
    ["Last month", `${path}?from=2026-10-01&until=2026-10-31`],
    ["This year", `${path}?from=2026-01-01&until=2026-12-31`],
    ["All", path],
  ]);
  expect(days.getByRole("link", { current: true })).toHaveTextContent("This month");
  await userEvent.click(screen.getByText("Other dates"));
  const from = screen.getByLabelText<HTMLInputElement>("From");
  expect([from.value, from.form?.getAttribute("action")]).toEqual(["2026-11-01", path]);
});

test("all rows are printed, and the file is of the same days", () => {
  const { unmount } = show({ report: { ...props.report, expenseCount: 1200 } });
  const query = "?from=2026-11-01&until=2026-11-30";
  expect(screen.getByRole("link", { name: "Print or save as PDF" })).toHaveAttribute(
    "href",
    `${query}&all=print`,
  );
  expect(screen.getByRole("link", { name: "Show all" })).toHaveAttribute("href", `${query}&all=1#expenses`);
  expect(screen.getByRole("link", { name: "Spreadsheet (CSV)" })).toHaveAttribute(
    "href",
    `/api/groups/${group._id}/report.csv${query}`,
  );
  unmount();
  const replaced = jest.spyOn(history, "replaceState");
  const print = jest.spyOn(window, "print").mockImplementation(() => {});
  show({ all: "print" });
  expect(print).toHaveBeenCalledTimes(1);
  expect(replaced).toHaveBeenCalledWith(history.state, "", `${query}&all=1`);
});

test("over all days, nobody had a balance before; other days are open to be changed", () => {
  const { unmount } = show({ report: { ...props.report, from: null, until: null } });
  expect(screen.queryByRole("columnheader", { name: "Before" })).toBeNull();
  expect(screen.getByText("all days")).toBeVisible();
  expect(screen.getByRole("link", { current: true })).toHaveTextContent("All");
  expect(screen.getByRole("link", { name: "Spreadsheet (CSV)" })).toHaveAttribute(
    "href",
    `/api/groups/${group._id}/report.csv`,
  );
  unmount();
  show({ report: { ...props.report, until: "2026-11-20" } });
  expect(screen.queryByRole("link", { current: true })).toBeNull();
  expect(screen.getByLabelText("To")).toBeVisible();
});
