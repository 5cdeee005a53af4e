import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi } from "@/testing/components/fake-api";
import { ana, ben, cleo, event, expense, group } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { EventScreen } from "@/components/events/event-screen";
import type { Expense } from "@/lib/contract/expenses";
import { shortDate } from "@/lib/core/text/dates";
import type { Person } from "@/lib/contract/people";
import { ExpenseScreen } from "./expense-screen";

beforeEach(() => {
  fakeApi(() => ({ body: [] }));
});

/** Ben and Cleo paid, Ana recorded it. */
const shared: Expense = {
  ...expense,
  description: "Taxi",
  paidBy: ben,
  payers: [
    { user: ben, amount: 20 },
    { user: cleo, amount: 10 },
  ],
  split: {
    mode: "adjust",
    values: [
      { user: ana._id, value: 6 },
      { user: ben._id, value: -3 },
      { user: cleo._id, value: 0 },
    ],
  },
  note: "To the airport",
  date: "2026-03-02T20:00:00.000Z",
};
const byBen: Expense = { ...expense, paidBy: ben, payers: [{ user: ben, amount: 30 }], recordedBy: ben };

const details = (viewer: Person, shown: Expense, of = event) =>
  showScreen(viewer, () => (
    <ExpenseScreen
      viewerId={viewer._id}
      event={of}
      expense={shown}
      history={{ rows: [], nextCursor: null }}
    />
  ));

test("shows who paid what, the recorder, category, date, note, and the input of each share", () => {
  details(ana, shared);
  for (const text of ["$20.00", "To the airport", "+$6.00", "−$3.00"]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.getByText(/^Transport/)).toHaveTextContent(`Transport · ${shortDate("2026-03-02")}`);
  expect(screen.getByText(/^Created on/)).toHaveTextContent("by you");
});

test.each<[string, Person, string]>([
  ["who lent", ben, "You lent $20.00"],
  ["who shares", ana, "Your share: $10.00"],
  ["who is not part of it", { ...cleo, _id: "f".repeat(24) }, "You're not involved."],
])("the title is the expense, and the position of a person %s comes first", (_, viewer, position) => {
  details(viewer, { ...expense, paidBy: ben, payers: [{ user: ben, amount: 30 }] });
  const [title, heading] = screen.getAllByRole("heading");
  expect(title).toHaveTextContent(/^Pizza$/);
  expect(heading).toHaveTextContent("Expense Details");
  const mine = screen.getByText(
    (_text, element) => element?.tagName === "P" && element.textContent === position,
  );
  expect(title!.compareDocumentPosition(mine)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(heading!.compareDocumentPosition(mine)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

describe("a refund", () => {
  const refund = {
    ...byBen,
    amount: -60,
    payers: [{ user: ben, amount: -60 }],
    shares: [ana, ben, cleo].map(({ _id }) => ({ user: _id, amount: -20 })),
  };

  test.each<[Person, string]>([
    [ben, "You owe $40.00"],
    [ana, "You get back $20.00"],
    [{ ...cleo, _id: "f".repeat(24) }, "You're not involved."],
  ])("says in words what came back", (viewer, words) => {
    const { container } = details(viewer, refund);
    expect(container).toHaveTextContent(words);
    expect(screen.getByText("Refund")).toBeVisible();
    expect(screen.getByText("Received by").parentElement).toHaveTextContent("Received byBen Okafor");
    expect(screen.getAllByRole("listitem").map((row) => row.textContent)).toEqual(
      expect.arrayContaining([expect.stringMatching(/Cleo Marsh.*gets back \$20\.00$/)]),
    );
  });
});

test("people whose share is nothing are folded away", async () => {
  details(ana, { ...expense, shares: [{ user: ana._id, amount: 30 }] });
  expect(screen.getByRole("heading", { name: "Participants (3)" })).toBeVisible();
  const cleos = screen.getByText("Cleo Marsh");
  expect(cleos).not.toBeVisible();
  await userEvent.click(screen.getByText("2 people at $0.00"));
  expect(cleos).toBeVisible();
});

test("deleting asks first, and leads to the event", async () => {
  const sent = fakeApi(() => ({ body: { success: true } }));
  details(ana, expense);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  const dialog = screen.getByRole("alertdialog", { name: "Are you sure you want to delete this expense?" });
  expect(dialog).toHaveTextContent(
    `“Pizza” ($30.00, ${shortDate(expense.date)}) will be removed for everyone.`,
  );
  expect(sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(router.replace).toHaveBeenCalledWith(`/groups/${group._id}/events/${event._id}`),
  );
  expect(sent).toMatchObject([{ method: "DELETE", path: `/api/expenses/${expense._id}` }]);
  expect(await screen.findByRole("button", { name: "Undo" })).toBeVisible();
});

test("does not name the recorder if they are the only payer", () => {
  details(ben, byBen);
  expect(screen.getByText(/^Created on/)).not.toHaveTextContent("by");
});

test("an expense of a closed event is neither edited nor copied", () => {
  details(ana, expense, { ...event, closedAt: "2026-11-24T12:00:00.000Z", closedBy: ben });
  const edit = screen.getByRole("button", { name: "Edit Expense" });
  expect(edit).toBeDisabled();
  expect(edit).toHaveAccessibleDescription("This event is closed. Reopen it to make changes.");
  expect(screen.queryByRole("link", { name: "Copy" })).toBeNull();
});

test("everyone who can see an expense can copy it", () => {
  details(cleo, byBen);
  expect(screen.getByRole("link", { name: "Copy" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/${event._id}/add-expense?copy=${expense._id}`,
  );
});

const dan: Person = { ...cleo, _id: "f".repeat(24), name: "Dan" };

const WHY_NOT = /^You can lower only what you paid\. To delete this, or to lower what others paid/;

test.each<[string, Person, Expense, { may: boolean; mayDelete: boolean }]>([
  ["the recorder", ana, shared, { may: true, mayDelete: true }],
  ["the main payer", ben, shared, { may: true, mayDelete: false }],
  ["another payer", cleo, shared, { may: true, mayDelete: false }],
  ["a member who is neither", dan, shared, { may: false, mayDelete: false }],
  ["the only payer", ben, byBen, { may: true, mayDelete: true }],
  ["the only payer of what Ana recorded", ben, { ...byBen, recordedBy: ana }, { may: true, mayDelete: true }],
  ["a member who only shares it", ana, byBen, { may: false, mayDelete: false }],
])("%s: can edit, here and in the event's list, and delete", (_who, viewer, shown, { may, mayDelete }) => {
  const { unmount } = details(viewer, shown);
  expect(screen.queryAllByRole("link", { name: "Edit Expense" })).toHaveLength(may ? 1 : 0);
  if (!may) expect(screen.getByRole("button", { name: "Edit Expense" })).toBeDisabled();
  expect(screen.queryAllByRole("button", { name: "Delete" })).toHaveLength(mayDelete ? 1 : 0);
  // The comments are below.
  expect(screen.queryAllByText(WHY_NOT)).toHaveLength(may && !mayDelete ? 1 : 0);
  unmount();

  showScreen(viewer, () => (
    <EventScreen
      viewerId={viewer._id}
      group={group}
      event={event}
      settlements={[]}
      settledCursor={null}
      expenses={[shown]}
      nextCursor={null}
    />
  ));
  expect(screen.queryAllByRole("link", { name: /^Edit (Taxi|Pizza)/ })).toHaveLength(may ? 1 : 0);
  expect(screen.queryAllByRole("button", { name: /^Delete (Taxi|Pizza)/ })).toHaveLength(mayDelete ? 1 : 0);
});

const payersOf = (...people: Person[]) => people.map((user) => ({ user, amount: 10 }));

test.each<[string, Person, Person[], string]>([
  ["two others", ana, [ben, cleo], "Ben and Cleo paid"],
  ["oneself and one other", cleo, [ben, cleo], "You and Ben paid"],
  ["three", ana, [ben, cleo, dan], "Ben and 2 others paid"],
])("a row names two payers, and counts more, below the expense's day: %s", (_, viewer, payers, text) => {
  showScreen(viewer, () => (
    <EventScreen
      viewerId={viewer._id}
      group={group}
      event={event}
      settlements={[]}
      settledCursor={null}
      expenses={[{ ...shared, payers: payersOf(...payers) }]}
      nextCursor={null}
    />
  ));
  expect(screen.getByRole("listitem")).toHaveTextContent(text);
  expect(screen.getByRole("heading", { level: 3 })).toHaveTextContent(shortDate("2026-03-02"));
});
