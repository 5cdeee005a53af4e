import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, event, expense, group, person } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import { todayDateOnly } from "@/lib/core/text/dates";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import { ExpenseForm, type ExpenseFormProps } from "./expense-form";

let sent: Sent[] = [];
// The current state on the server.
let served: Group = group;
let change: (call: Sent) => FakeResponse | undefined = () => ({ body: expense });
const writes = () => sent.filter(({ method }) => method !== "GET");
const everybody = [ana._id, ben._id, cleo._id];

beforeEach(() => {
  localStorage.clear();
  change = () => ({ body: expense });
  served = group;
  sent = fakeApi((call) => (call.method === "GET" ? { body: [] } : change(call)));
});

const show = (props: Partial<ExpenseFormProps> = {}) =>
  showScreen(ana, () => <ExpenseForm group={served} event={event} {...props} />);
const description = () => screen.getByLabelText("Description");
const amount = () => screen.getByLabelText("Amount");
const add = () => userEvent.click(screen.getByRole("button", { name: "Add Expense" }));

test("requires description, amount, and participants, in this order", async () => {
  show();
  await add();
  expect(screen.getByRole("alert")).toHaveTextContent("Description and amount are required.");
  expect(description()).toHaveFocus();
  expect([description(), amount()].map(({ ariaInvalid }) => ariaInvalid)).toEqual(["true", "true"]);

  // What is left of it, and the focus stays.
  await userEvent.type(description(), "Pizza");
  expect(description()).toHaveFocus();
  expect([description(), amount()].map(({ ariaInvalid }) => ariaInvalid)).toEqual([null, "true"]);
  await add();
  expect(screen.getByRole("alert")).toHaveTextContent("Description and amount are required.");
  expect(amount()).toHaveFocus();

  await userEvent.type(amount(), "1.999");
  await add();
  expect(screen.getByRole("alert")).toHaveTextContent("An amount can have at most 2 decimals.");

  await userEvent.clear(amount());
  await userEvent.type(amount(), "12.50");
  await userEvent.click(screen.getByRole("button", { name: "Choose people" }));
  expect(screen.getByRole("radio", { name: "Custom" })).toBeChecked();
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select All" }));
  await add();
  expect(screen.getByRole("alert")).toHaveTextContent("Please select participants.");
  expect(writes()).toEqual([]);
});

test("Enter in the description goes on to the amount, then sends", async () => {
  show();
  await userEvent.type(description(), "Pizza{Enter}");
  expect(amount()).toHaveFocus();
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.keyboard("12.50");
  await userEvent.type(description(), "s{Enter}");
  await waitFor(() => expect(writes()).toMatchObject([{ body: { description: "Pizzas", amount: 12.5 } }]));
});

test("is equal by default: sends all members and dollars, then returns to the event", async () => {
  show();
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  await userEvent.type(description(), "Pizza");
  await userEvent.type(amount(), "$1,234.50{Enter}");
  await waitFor(() =>
    expect(router.replace).toHaveBeenCalledWith(`/groups/${group._id}/events/${event._id}`),
  );
  expect(writes()).toEqual([
    {
      method: "POST",
      path: "/api/expenses",
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      body: {
        eventId: event._id,
        paidBy: ana._id,
        date: todayDateOnly(),
        description: "Pizza",
        amount: 1234.5,
        splitWith: everybody,
      },
    },
  ]);
  expect(screen.getByRole("alert")).toHaveTextContent(/^Expense added$/);
  await userEvent.click(screen.getByRole("button", { name: "View" }));
  expect(router.push).toHaveBeenCalledWith(
    `/groups/${group._id}/events/${event._id}/expenses/${expense._id}`,
  );
  // The event is rendered again anyway.
  expect(router.refresh).not.toHaveBeenCalled();
});

test.each([
  ["30", "$10.00 each"],
  ["10", "$3.33 each; one person pays $3.34"],
  ["20", "$6.67 each; one person pays $6.66"],
])("previews each share of %s among three", async (typed, preview) => {
  show();
  await userEvent.type(amount(), typed);
  expect(screen.getByText(whole(preview))).toBeVisible();
});

test("fewer participants than members: one tap splits between them only", async () => {
  show({ event: { ...event, participants: [ana, ben] } });
  expect(screen.getByText("All 3 group members")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Only the 2 participants" }));
  expect(screen.getByRole("radio", { name: "Custom" })).toBeChecked();
  // The button has disappeared.
  expect(screen.getByRole("radio", { name: "Custom" })).toHaveFocus();
  await userEvent.type(description(), "Pizza");
  await userEvent.type(amount(), "10{Enter}");
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({ splitWith: [ana._id, ben._id] });
});

test.each([
  ["oneself", ana, "Just you"],
  ["somebody else", ben, "Just Ben Okafor"],
])("the only participant, %s, is named", async (_, only, name) => {
  show({ event: { ...event, participants: [only] } });
  await userEvent.click(screen.getByRole("button", { name }));
  await userEvent.type(description(), "Pizza");
  await userEvent.type(amount(), "10{Enter}");
  await waitFor(() => expect(writes()).toMatchObject([{ body: { splitWith: [only._id] } }]));
});

test("alone in a group, an equal split is just one's own", () => {
  show({ group: { ...group, members: [ana] } });
  expect(screen.getByText("Just you")).toBeVisible();
});

test("participants are not offered if they are the whole group", () => {
  show();
  expect(screen.queryByRole("button", { name: /participants/ })).toBeNull();
});

test("editing: equal if every member is in the split, else custom with those selected", async () => {
  const { unmount } = show({ expense });
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  expect(description()).toHaveValue("Pizza");
  expect(amount()).toHaveValue("30.00");
  unmount();

  show({ expense: { ...expense, splitWith: [ana, cleo] } });
  expect(screen.getByRole("radio", { name: "Custom" })).toBeChecked();
  expect(await screen.findByRole("checkbox", { name: "Cleo Marsh" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Ben Okafor" })).not.toBeChecked();
  await userEvent.click(screen.getByRole("button", { name: "Update Expense" }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]).toMatchObject({
    method: "PUT",
    path: `/api/expenses/${expense._id}`,
    body: { description: "Pizza", amount: 30, splitWith: [ana._id, cleo._id], rev: 7 },
  });
  expect(await screen.findByText("Expense updated")).toBeVisible();
});

test("a former member stays selectable in the old split", async () => {
  const gone = person(9, "Gone Girl");
  show({ expense: { ...expense, splitWith: [ana, gone] } });
  expect(await screen.findByRole("checkbox", { name: /Gone Girl/ })).toBeChecked();
});

test("an equal split keeps a former member until only the members are chosen", async () => {
  const gone = person(9, "Gone Girl");
  show({ expense: { ...expense, splitWith: [...group.members, gone] } });
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  expect(screen.getByText("The same 4 people as before")).toBeVisible();
  expect(await screen.findByText(/still shares this expense/)).toHaveTextContent(
    "Gone Girl has left the group",
  );
  await userEvent.type(description(), "!{Enter}");
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({ splitWith: [...everybody, gone._id] });
});

test("only the members: names who drops out, and offers the old split again", async () => {
  const gone = person(9, "Gone Girl");
  show({ expense: { ...expense, splitWith: [...group.members, gone] } });
  await userEvent.click(await screen.findByRole("button", { name: "Only the 3 members" }));
  expect(screen.getByText("All 3 group members")).toBeVisible();
  expect(screen.getByText(/will no longer share this expense/)).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Keep the old split" }));
  await userEvent.click(screen.getByRole("button", { name: "Update Expense" }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({ splitWith: [...everybody, gone._id] });
});

test("deselects a member who leaves while the form is open, and keeps the input", async () => {
  const message = "Everyone selected must be a member of the group.";
  show();
  await userEvent.type(description(), "Pizza");
  await userEvent.type(amount(), "10");
  served = { ...group, members: [ana, ben] };
  change = () => refusal(422, "invalid", message, { splitWith: [message] });
  await add();
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(await screen.findByText("Both of you")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent(message);
  change = () => ({ body: expense });
  await add();
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  expect(writes().at(-1)?.body).toMatchObject({ description: "Pizza", splitWith: [ana._id, ben._id] });
});

test("a member who joins while the form is open shares equally too", async () => {
  const dan = person(8, "Dan New");
  show();
  await userEvent.type(description(), "Pizza");
  await userEvent.type(amount(), "10");
  served = { ...group, members: [...group.members, dan] };
  window.dispatchEvent(new Event("focus"));
  expect(await screen.findByText("All 4 group members")).toBeVisible();
  await add();
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({ splitWith: [...everybody, dan._id] });
});

test("a member who joins while an expense is being edited does not share it", async () => {
  show({ expense });
  expect(screen.getByText("All 3 group members")).toBeVisible();
  await userEvent.type(description(), "s");
  served = { ...group, members: [...group.members, person(8, "Dan New")] };
  window.dispatchEvent(new Event("focus"));
  expect(await screen.findByText("The same 3 people as before")).toBeVisible();
  expect(screen.queryByText(/An equal split/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Update Expense" }));
  await waitFor(() => expect(writes()).toHaveLength(1));
  expect(writes()[0]?.body).toMatchObject({ description: "Pizzas", splitWith: everybody });
});

test("shows the server's error at its field, and keeps the input", async () => {
  const message = "They are not in the group.";
  change = () => refusal(422, "invalid", message, { splitWith: [message] });
  show();
  await userEvent.type(description(), "Pizza");
  await userEvent.type(amount(), "10{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(description()).toHaveValue("Pizza");
  expect(amount()).toHaveValue("10");
});

test("if somebody has closed the event meanwhile, the form says so, and keeps the input", async () => {
  const message = "This event is closed. Reopen it to make changes.";
  change = () => refusal(409, "closed", message);
  show();
  await userEvent.type(description(), "Pizza");
  await userEvent.type(amount(), "10{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(message);
  expect(description()).toHaveValue("Pizza");
  expect(amount()).toHaveValue("10");
  expect(router.push).not.toHaveBeenCalled();
});

test("a stale edit keeps the input, and can apply it to the new version", async () => {
  const stale = "This has changed since you opened it. Reload to see the new version.";
  sent = fakeApi((call) => {
    if (call.method !== "GET") return refusal(409, "stale", stale);
    return { body: { ...expense, description: "Pasta", amount: 41, rev: 8 } };
  });
  show({ expense });
  await userEvent.type(description(), "!{Enter}");
  expect(await screen.findByText(stale)).toBeVisible();
  expect(description()).toHaveValue("Pizza!");
  await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
  expect(await screen.findByRole("status")).toHaveTextContent("“Pasta”, $41.00, split between 3 people");
  expect(description()).toHaveValue("Pizza!");
  // Only the description was changed here, so updating must not revert the amount.
  expect(amount()).toHaveValue("41.00");
  expect(screen.getByRole("button", { name: "Use the new version" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Use the new version" }));
  expect(description()).toHaveValue("Pasta");
  expect(amount()).toHaveValue("41.00");
  expect(screen.queryByRole("button", { name: "Use the new version" })).toBeNull();
});

test("a stale edit does not revert the amount, even if someone has joined the group in the meantime", async () => {
  sent = fakeApi((call) => {
    if (call.method !== "GET") return refusal(409, "stale", "This has changed since you opened it.");
    return { body: { ...expense, amount: 41, payers: [{ user: ana, amount: 41 }], rev: 8 } };
  });
  show({ expense });
  await userEvent.type(description(), "!");
  served = { ...group, members: [...group.members, person(8, "Dan New")] };
  await userEvent.type(description(), "{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
  await waitFor(() => expect(amount()).toHaveValue("41.00"));
  expect(description()).toHaveValue("Pizza!");
  expect(screen.getByRole("radio", { name: "Custom" })).toBeChecked();
});

describe("a draft of a saved expense", () => {
  const changed: Expense = {
    ...expense,
    description: "Pasta",
    amount: 40,
    payers: [{ user: ana, amount: 40 }],
    splitWith: [ana, ben],
    rev: 8,
  };
  const update = () => userEvent.click(screen.getByRole("button", { name: "Update Expense" }));

  test("of its description does not revert money that someone else changed", async () => {
    const { unmount } = show({ expense });
    await userEvent.type(description(), " night");
    unmount();
    show({ expense: changed });
    await waitFor(() => expect(description()).toHaveValue("Pizza night"));
    expect(amount()).toHaveValue("40.00");
    await update();
    await waitFor(() => expect(writes()).toHaveLength(1));
    expect(writes()[0]?.body).toMatchObject({
      description: "Pizza night",
      amount: 40,
      splitWith: [ana._id, ben._id],
      rev: 8,
    });
  });

  test("made for an older version shows the new one, until the user has decided", async () => {
    show({ expense }).unmount();
    const first = show({ expense });
    await userEvent.type(description(), " night");
    first.unmount();
    for (const _visit of [1, 2]) {
      const again = show({ expense: changed });
      expect(await screen.findByText("The new version")).toBeVisible();
      expect(screen.getByText("The form has the new version, with your changes.")).toBeVisible();
      expect(screen.queryByText("Draft restored.")).toBeNull();
      expect(description()).toHaveValue("Pizza night");
      await userEvent.type(description(), "!{Backspace}");
      again.unmount();
    }
    const last = show({ expense: changed });
    await userEvent.click(await screen.findByRole("button", { name: "Use the new version" }));
    expect(description()).toHaveValue("Pasta");
    expect(localStorage).toHaveLength(0);
    await userEvent.type(description(), "!");
    last.unmount();
    show({ expense: changed });
    expect(await screen.findByText("Draft restored.")).toBeVisible();
    expect(screen.queryByText("The new version")).toBeNull();
  });

  test("of its amount brings the whole division back, and not the old description", async () => {
    const { unmount } = show({ expense });
    await userEvent.clear(amount());
    await userEvent.type(amount(), "33");
    unmount();
    show({ expense: changed });
    await waitFor(() => expect(amount()).toHaveValue("33"));
    expect(description()).toHaveValue("Pasta");
    expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  });
});

test("a new version that cannot be loaded is reported", async () => {
  sent = fakeApi((call) => (call.method === "GET" ? undefined : refusal(409, "stale", "Stale.")));
  show({ expense });
  await userEvent.type(description(), "!{Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Reload" }));
  expect(await screen.findByText("Failed to load data.")).toBeVisible();
  expect(description()).toHaveValue("Pizza!");
});
