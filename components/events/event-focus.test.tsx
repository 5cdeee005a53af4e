import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse } from "@/testing/components/fake-api";
import { ana, ben, cleo, event, expense, group, settlement } from "@/testing/components/fixtures";
import { loseFocus } from "@/testing/components/lose-focus";
import { showScreen } from "@/testing/components/show-screen";
import type { Expense } from "@/lib/contract/expenses";
import type { Settlement } from "@/lib/contract/settlements";
import { EventScreen } from "./event-screen";

const dessert: Expense = { ...expense, _id: "e".repeat(24), description: "Dessert" };
const old: Expense = { ...expense, _id: "f".repeat(24), description: "Old" };

let settlements: Settlement[] = [];
let expenses: Expense[] = [];
let nextCursor: string | null = null;
let change: () => FakeResponse | undefined;
let response: (more: FakeResponse) => void;

beforeEach(() => {
  settlements = [settlement(1, ana, ben, 12.5), settlement(2, cleo, ana, 3)];
  expenses = [expense, dessert];
  nextCursor = null;
});

function show() {
  fakeApi(({ method, path }) => {
    if (method !== "GET") return change();
    return path.includes("cursor=c1") ? new Promise((resolve) => (response = resolve)) : { body: [] };
  });
  showScreen(ana, () => (
    <EventScreen
      viewerId={ana._id}
      group={group}
      event={{ ...event, expenseCount: expenses.length }}
      settlements={settlements}
      settledCursor={null}
      expenses={expenses}
      nextCursor={nextCursor}
    />
  ));
}

const section = (name: string) => within(screen.getByRole("region", { name }));
const settles = () => section("Balance").queryAllByRole("button", { name: "Settle" });

test("after Settle, the focus moves to the next payment, after the last one to the heading", async () => {
  const [first, second] = settlements;
  change = () => {
    settlements = [
      { ...first!, settled: true, settledBy: ana, settledAt: "2026-03-15T00:00:00.000Z" },
      second!,
    ];
    return { body: settlements[0] };
  };
  show();
  settles()[0]!.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(settles()).toHaveLength(1));
  await waitFor(() => expect(settles()[0]).toHaveFocus());
  expect(settles()[0]).toHaveAccessibleDescription(/Cleo Marsh owes you/);

  change = () => {
    settlements = settlements.map((one) => ({ ...one, settled: true, settledBy: ana }));
    return { body: settlements[1] };
  };
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(settles()).toHaveLength(0));
  await waitFor(() => expect(screen.getByRole("heading", { name: /^Unsettled Transactions/ })).toHaveFocus());
});

test("a key that is held down does not settle the next payment", () => {
  show();
  const held = createEvent.keyDown(settles()[0]!, { key: "Enter", repeat: true });
  fireEvent(settles()[0]!, held);
  expect(held.defaultPrevented).toBe(true);
  const pressed = createEvent.keyDown(settles()[0]!, { key: "Enter" });
  fireEvent(settles()[0]!, pressed);
  expect(pressed.defaultPrevented).toBe(false);
});

test("after Unsettle of the only settled payment, the focus moves to the heading", async () => {
  settlements = [settlement(1, ana, ben, 12.5, true)];
  change = () => {
    settlements = [settlement(1, ana, ben, 12.5)];
    return { body: settlements[0] };
  };
  show();
  screen.getByRole("button", { name: "Unsettle" }).focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Settled Transactions:" })).toHaveFocus());
});

async function remove(name: string): Promise<void> {
  change = () => {
    expenses = expenses.filter(({ description }) => description !== name);
    return { body: { success: true } };
  };
  screen.getByRole("button", { name: `Delete ${name}` }).focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText(name)).toBeNull());
}

test("after a deletion, the focus moves to the next expense, after the last one to the heading", async () => {
  show();
  await remove("Pizza");
  await waitFor(() => expect(screen.getByRole("link", { name: "Dessert" })).toHaveFocus());
  await remove("Dessert");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Expenses (0):" })).toHaveFocus());
});

test("after the deletion of a day's only expense, the focus moves to the next day's, or else to the one before", async () => {
  expenses = [
    { ...expense, date: "2026-03-16T00:00:00.000Z" },
    { ...dessert, date: "2026-03-15T00:00:00.000Z" },
    { ...old, date: "2026-03-14T00:00:00.000Z" },
  ];
  show();
  for (const [name, next] of [
    ["Dessert", "Old"],
    ["Old", "Pizza"],
  ] as const) {
    await remove(name);
    await waitFor(() => expect(screen.getByRole("link", { name: next })).toHaveFocus());
  }
});

test("after a failed deletion, the focus is on the menu of the expense", async () => {
  change = () => undefined;
  show();
  screen.getByRole("button", { name: "Delete Pizza" }).focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Actions for Pizza" })).toHaveFocus());
});

test("an expense that is gone already disappears, and the focus moves to the next one", async () => {
  change = () => {
    expenses = [dessert];
    return refusal(404, "not-found", "We couldn't find that.");
  };
  show();
  screen.getByRole("button", { name: "Delete Pizza" }).focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Failed to delete expense. Please try again.")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Pizza")).toBeNull());
  await waitFor(() => expect(screen.getByRole("link", { name: "Dessert" })).toHaveFocus());
});

async function askForMore(more: FakeResponse) {
  nextCursor = "c1";
  show();
  screen.getByRole("button", { name: "Show more expenses" }).focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Loading..." });
  act(loseFocus);
  await act(async () => response(more));
}

test.each([
  ["the last ones", {}],
  ["some of more", { "X-Next-Cursor": "c2" }],
])("after loading more expenses, the first new one has the focus: %s", async (_label, headers) => {
  await askForMore({ body: [old], headers });
  expect(screen.getByRole("link", { name: "Old" })).toHaveFocus();
});

test("the button gets the focus back if loading more expenses fails", async () => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  await askForMore({ status: 500, body: undefined });
  expect(screen.getByText("Failed to load data.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Show more expenses" })).toHaveFocus();
});
