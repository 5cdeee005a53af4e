import { screen } from "@testing-library/react";
import { ExpenseScreen } from "@/components/expenses/expense-screen";
import { fakeApi } from "@/testing/components/fake-api";
import { ana, ben, event, expense, group, settlement } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { shortDate } from "@/lib/core/text/dates";
import { liveAt } from "@/testing/components/viewer-clock";
import { EventScreen } from "./event-screen";

// The fixtures: an event on March 14, with an expense created at 20:00 UTC and settled at the next midnight.
const settlements = [settlement(1, ana, ben, 10, true)];

beforeEach(() => {
  fakeApi(() => new Promise(() => {}));
});
afterEach(() => jest.restoreAllMocks());

test.each([
  ["Tokyo", 9, shortDate("2026-03-15"), "March 15, 2026"],
  ["New York", -5, shortDate("2026-03-14"), "March 14, 2026"],
])(
  "what happened has the viewer's day, an event and an expense their own: %s",
  (_place, hours, settled, made) => {
    liveAt(hours);
    const { unmount } = showScreen(ana, () => (
      <EventScreen
        viewerId={ana._id}
        group={group}
        event={event}
        settlements={settlements}
        settledCursor={null}
        expenses={[expense]}
        nextCursor={null}
      />
    ));
    expect(screen.getByText("2026-03-14", { selector: "header *" })).toBeVisible();
    expect(screen.getByRole("heading", { level: 3, name: shortDate("2026-03-14") })).toBeVisible();
    expect(screen.getByText(/Settled by/)).toHaveTextContent(`Settled by you on ${settled}`);
    unmount();

    showScreen(ana, () => (
      <ExpenseScreen
        viewerId={ana._id}
        event={event}
        expense={expense}
        history={{ rows: [], nextCursor: null }}
      />
    ));
    expect(screen.getByText(/^Created on/)).toHaveTextContent(`Created on ${made}`);
  },
);
