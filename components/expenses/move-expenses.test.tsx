import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, event, expense, group } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { EventScreen } from "@/components/events/event-screen";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import { eventPath, expensePath } from "@/lib/paths";
import { ExpenseScreen } from "./expense-screen";

const id = (n: number) => String(n).padStart(24, "0");
const porto: Event = { ...event, _id: id(201), title: "Porto" };
const closed: Event = { ...event, _id: id(202), title: "Closed", closedAt: event.createdAt, closedBy: ana };
const trip: Group = { ...group, _id: id(101), title: "Trip" };
const other: Group = { ...group, _id: id(102), title: "Without Cleo", members: [ana, ben] };
const faro: Event = { ...event, _id: id(203), groupId: trip._id, title: "Faro" };
const taxi: Expense = { ...expense, _id: id(301), description: "Taxi", amount: 20 };
const byBen: Expense = {
  ...expense,
  _id: id(302),
  paidBy: ben,
  payers: [{ user: ben, amount: 1 }],
  recordedBy: ben,
};

let refuse: (call: Sent) => FakeResponse | undefined = () => undefined;
let sent: Sent[] = [];

beforeEach(() => {
  refuse = () => undefined;
  window.history.replaceState(null, "", expensePath(group._id, event._id, expense._id));
  sent = fakeApi((call) => {
    const { method, path } = call;
    if (method !== "GET") return refuse(call) ?? { body: expense };
    if (path === `/api/events?groupId=${group._id}`) return { body: [event, porto, closed] };
    if (path === `/api/events?groupId=${trip._id}`) return { body: [faro] };
    if (path === "/api/groups") return { body: [group, trip, other] };
    return { body: path.startsWith("/api/expenses?") ? [expense, taxi, byBen] : [] };
  });
});

const writes = () =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path, body }) => [method, path, body]);
const moveOf = ({ _id }: Expense, to: Event, rev?: number) => [
  "PUT",
  `/api/expenses/${_id}/event`,
  { eventId: to._id, ...(rev !== undefined && { rev }) },
];
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const pick = async (name: RegExp) => userEvent.click(await screen.findByRole("radio", { name }));
const message = async () => (await screen.findByRole("alert")).textContent.replace(/[\u2068\u2069]/g, "");

const details = (viewer = ana) =>
  showScreen(viewer, () => (
    <ExpenseScreen
      viewerId={viewer._id}
      event={event}
      expense={expense}
      history={{ rows: [], nextCursor: null }}
    />
  ));

test("an expense is moved to an open event of its group, where the screen follows it, and back", async () => {
  details();
  await press("Move");
  const dialog = await screen.findByRole("dialog", { name: /Move “.*Pizza.*”/ });
  expect(
    (await within(dialog).findAllByRole("radio")).map((radio) => radio.closest("label")!.textContent),
  ).toEqual([expect.stringMatching(/^Porto/)]);
  const confirm = within(dialog).getByRole("button", { name: "Move" });
  expect(confirm).toBeDisabled();
  await pick(/Porto/);
  await userEvent.click(confirm);
  expect(await message()).toBe("Moved “Pizza” to “Porto”");
  expect(writes()).toEqual([moveOf(expense, porto, expense.rev)]);
  expect(router.replace).toHaveBeenLastCalledWith(expensePath(group._id, porto._id, expense._id));
  window.history.replaceState(null, "", expensePath(group._id, porto._id, expense._id));
  await press("Undo");
  await waitFor(() => expect(writes()[1]).toEqual(moveOf(expense, event)));
  await waitFor(() =>
    expect(router.replace).toHaveBeenLastCalledWith(expensePath(group._id, event._id, expense._id)),
  );
});

test("to another group: only those in which everyone concerned is", async () => {
  details();
  await press("Move");
  await press("Another group");
  const groups = await screen.findByRole("combobox", { name: "Group" });
  expect(
    within(groups)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Choose a group", "Flat", "Trip"]);
  await userEvent.selectOptions(groups, "Trip");
  await pick(/Faro/);
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Move" }));
  await waitFor(() => expect(writes()).toEqual([moveOf(expense, faro, expense.rev)]));
  expect(router.replace).toHaveBeenLastCalledWith(expensePath(trip._id, faro._id, expense._id));
});

test("a refusal says why, and the screen stays", async () => {
  const why = "Ben’s payment of $10.00 to Ana is settled and would exceed what remains. Unsettle it first.";
  refuse = () => refusal(409, "payments-settled", why);
  details();
  await press("Move");
  await pick(/Porto/);
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Move" }));
  expect(await message()).toBe(why);
  expect(router.replace).not.toHaveBeenCalled();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("guests choose among their group's events; who may not edit an expense cannot move it", async () => {
  const { unmount } = details({ ...ana, guest: true } as typeof ana);
  await press("Move");
  await pick(/Porto/);
  expect(screen.queryByRole("button", { name: "Another group" })).toBeNull();
  unmount();
  details(cleo);
  expect(screen.queryByRole("button", { name: "Move" })).toBeNull();
});

function showEvent(viewer = ana, of = event) {
  showScreen(viewer, () => (
    <EventScreen
      viewerId={viewer._id}
      {...{ group, event: of, settlements: [], expenses: [expense, taxi, byBen] }}
      settledCursor={null}
      nextCursor={null}
    />
  ));
}

test("from the menu of its row", async () => {
  window.history.replaceState(null, "", eventPath(group._id, event._id));
  showEvent();
  await press("Move Taxi");
  await screen.findByRole("dialog", { name: /Move “.*Taxi.*”/ });
  await pick(/Porto/);
  await press("Cancel");
  expect(writes()).toEqual([]);
  await press("Move Pizza");
  // Another expense, nothing chosen.
  expect(await screen.findByRole("button", { name: "Move" })).toBeDisabled();
  await pick(/Porto/);
  await press("Move");
  expect(await message()).toBe("Moved “Pizza” to “Porto”");
  expect(writes().map(([method, path]) => [method, path])).toEqual([
    ["PUT", `/api/expenses/${expense._id}/event`],
  ]);
  expect(router.replace).not.toHaveBeenCalled();
});

test("nothing is moved from a row of a closed event, or by somebody who may not change it", async () => {
  showEvent(ben);
  expect(await screen.findByRole("button", { name: `Move ${byBen.description}` })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Move Taxi" })).toBeNull();
  cleanup();
  showEvent(ana, closed);
  await screen.findByText("Taxi");
  expect(screen.queryByRole("button", { name: "Move Taxi" })).toBeNull();
});

/** Selects both expenses of Ana. */
async function select() {
  showEvent();
  await press("Select");
  for (const box of await screen.findAllByRole("checkbox", { name: /Pizza|Taxi/ }))
    await userEvent.click(box);
}

test("several are moved at once; the message says which were refused, and why", async () => {
  refuse = ({ path }) =>
    path.includes(taxi._id) ? refusal(409, "plan-in-use", "A plan holds these payments.") : undefined;
  await select();
  // Only what Ana may change.
  expect(screen.getAllByRole("checkbox")).toHaveLength(2 + 1);
  await press("Move 2");
  await screen.findByRole("dialog", { name: "Move 2 expenses" });
  await pick(/Porto/);
  await press("Move");
  expect(await message()).toBe("Moved 1 of 2 expenses to “Porto”. “Taxi”: A plan holds these payments.");
  expect(writes()).toEqual([moveOf(expense, porto, expense.rev), moveOf(taxi, porto, taxi.rev)]);
  await press("Undo");
  await waitFor(() => expect(writes().slice(2)).toEqual([moveOf(expense, event)]));
});

test("several are deleted at once, after a question, and restored", async () => {
  await select();
  await press("Delete 2");
  await screen.findByRole("dialog", { name: "Are you sure you want to delete these expenses?" });
  expect(writes()).toEqual([]);
  await press("Delete");
  expect(await message()).toBe("Deleted 2 expenses");
  await press("Undo");
  await waitFor(() => expect(writes()).toHaveLength(4));
  expect(writes().map(([method, path]) => `${method} ${path}`)).toEqual([
    `DELETE /api/expenses/${expense._id}`,
    `DELETE /api/expenses/${taxi._id}`,
    `PUT /api/expenses/${expense._id}/restore`,
    `PUT /api/expenses/${taxi._id}/restore`,
  ]);
});

test("without a response, the others are not sent", async () => {
  refuse = () => ({ status: 503, body: undefined });
  await select();
  await press("Delete 2");
  await press("Delete");
  expect(await message()).toBe("“Pizza”: Something went wrong. Please try again. And 1 more.");
  expect(writes()).toHaveLength(1);
});

test("nothing can be selected in a closed event, or without an expense that one may change", async () => {
  showEvent(ana, { ...closed, _id: event._id });
  expect(screen.queryByRole("button", { name: "Select" })).toBeNull();
  showEvent(cleo);
  expect(screen.queryByRole("button", { name: "Select" })).toBeNull();
});
