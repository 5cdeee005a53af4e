import { act, screen, waitFor, within } from "@testing-library/react";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import userEvent from "@testing-library/user-event";
import { fakeApi, offline, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, event, expense, group, person, settlement } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { shortDate } from "@/lib/core/text/dates";
import type { Expense } from "@/lib/contract/expenses";
import type { Settlement } from "@/lib/contract/settlements";
import { CurrentUserProvider } from "@/components/session/current-user";
import { disableWrites } from "@/components/offline/disable-writes";
import { markSaved } from "@/components/expenses/saved-expense";
import { EventScreen } from "./event-screen";

const anaOwesBen = settlement(1, ana, ben, 12.5);
const cleoOwesAna = settlement(2, cleo, ana, 3);
const cleoOwesBen = settlement(3, cleo, ben, 1);

/** The data on the server; the screen renders it first. */
let settlements: Settlement[] = [];
let expenses: Expense[] = [];
let change: (call: Sent) => FakeResponse | Promise<FakeResponse> | undefined = () => undefined;
let nextCursor: string | null = null;
/** Payments settled earlier than those on the screen. */
let older: Settlement[] = [];
let sent: Sent[] = [];
const refund: Expense = {
  ...expense,
  amount: -30,
  payers: [{ user: ana, amount: -30 }],
  shares: [ana, ben, cleo].map(({ _id }) => ({ user: _id, amount: -10 })),
};
const old: Expense = { ...expense, _id: "f".repeat(24), description: "Old" };

beforeEach(() => {
  settlements = [anaOwesBen, cleoOwesAna, cleoOwesBen];
  expenses = [expense];
  nextCursor = null;
  older = [];
  sent = fakeApi((call) => {
    if (call.method !== "GET") return change(call);
    if (call.path.startsWith("/api/settlements")) return { body: older };
    return { body: call.path.includes("cursor=c1") ? [old] : [] };
  });
});

function show(user = ana) {
  showScreen(user, () => (
    <EventScreen
      viewerId={user._id}
      group={group}
      event={{ ...event, expenseCount: expenses.length }}
      settlements={settlements}
      settledCursor={older.length > 0 ? "c1" : null}
      expenses={expenses}
      nextCursor={nextCursor}
    />
  ));
}

const section = (name: string) => within(screen.getByRole("region", { name }));
const alerts = () => screen.queryAllByRole("alert").map((alert) => alert.textContent);

test("more than ten payments between others are folded, and rendered when they are shown", async () => {
  settlements = [
    anaOwesBen,
    ...Array.from({ length: 11 }, (_, index) => settlement(index + 11, cleo, ben, index + 1)),
  ];
  show();
  const others = section("Unsettled Transactions:");
  expect(others.getAllByRole("list", { hidden: true })).toHaveLength(1);
  const summary = others.getByText("11 payments between others");
  await userEvent.click(summary);
  expect(others.getAllByRole("button", { name: "Settle" })).toHaveLength(12);
  // What is open on a screen stays open.
  await userEvent.click(summary);
  await waitFor(() => expect(others.getAllByRole("list", { hidden: true })).toHaveLength(1));
});

test("shows the viewer's balance, the total, and all unsettled payments, the viewer's first", () => {
  settlements = [cleoOwesBen, cleoOwesAna, anaOwesBen];
  show();
  expect(screen.getByRole("region", { name: "Balance" })).toHaveTextContent(/^You owe \$9\.50Total/);
  expect(screen.getByRole("heading", { name: "Total Expenses: $30.00" })).toBeVisible();
  const rows = section("Unsettled Transactions:").getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/You owe Ben Okafor \$12\.50Settle$/),
    expect.stringMatching(/Cleo Marsh owes you \$3\.00Settle$/),
    expect.stringMatching(/Cleo Marsh owes Ben Okafor \$1\.00Settle$/),
  ]);
  expect(screen.getByRole("region", { name: "Expenses (1):" })).toHaveTextContent("Pizza");
});

test("a payment and the statement are reached from the balance, the search from the header", () => {
  show();
  const [header, card] = [within(screen.getAllByRole("banner")[0]!), section("Balance")];
  const path = `/groups/${group._id}`;
  const hrefOf = (place: typeof card, name: string) => place.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf(card, "Record a payment")).toBe(`${path}/events/${event._id}/record-payment`);
  expect(hrefOf(card, "Statement")).toBe(`${path}/events/${event._id}/statement`);
  expect(hrefOf(header, "Search")).toBe(`/search?event=${event._id}`);
});

test("the HTML has the first rows, and room for the others, which the browser adds", async () => {
  expenses = Array.from({ length: 20 }, (_, index) => ({ ...expense, _id: `${index}`.padStart(24, "e") }));
  const served = (
    <AppRouterContext value={router}>
      <CurrentUserProvider user={{ id: ana._id, name: ana.name, email: "me@demo.test", picture: "" }}>
        <EventScreen
          viewerId={ana._id}
          {...{ group, event, settlements, expenses, nextCursor }}
          settledCursor={null}
        />
      </CurrentUserProvider>
    </AppRouterContext>
  );
  const place = document.createElement("div");
  document.body.append(place);
  place.innerHTML = renderToString(served);
  const rows = () => place.querySelectorAll(".row-expense");
  expect(rows()).toHaveLength(12);
  expect(place.innerHTML).toContain("height:34rem");
  const root = await act(async () => hydrateRoot(place, served));
  expect(rows()).toHaveLength(20);
  await act(async () => root.unmount());
  place.remove();
});

test("every open payment links to its explanation", () => {
  show();
  const links = section("Balance").getAllByRole("link", { name: /owes?/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    [anaOwesBen, cleoOwesAna, cleoOwesBen].map(
      ({ _id }) => `/groups/${group._id}/events/${event._id}/why/${_id}`,
    ),
  );
});

test.each([
  ["owed", () => [cleoOwesAna], 1, /You're owed \$3\.00/],
  ["even", () => [anaOwesBen, settlement(4, cleo, ana, 12.5)], 1, /You're even/],
  ["settled", () => [cleoOwesBen], 1, /You're all set/],
  ["a new event", () => [], 0, /Nothing owed yet/],
])("the balance says: %s", (_label, open, count, text) => {
  settlements = open();
  expenses = expenses.slice(0, count);
  show();
  expect(screen.getByRole("region", { name: "Balance" })).toHaveTextContent(text);
});

test.each([
  ["says so", () => [expense], 1],
  ["without an expense, says nothing", () => [], 0],
])("an event with nothing settled %s", (_, all, said) => {
  settlements = [];
  expenses = all();
  show();
  expect(section("Settled Transactions:").queryAllByText("Nothing has been settled yet.")).toHaveLength(said);
});

test("what each person paid is above the settled payments", () => {
  show();
  const order = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
  expect(order.indexOf("What each person paid, and their share")).toBe(
    order.indexOf("Settled Transactions:") - 1,
  );
});

test("all expenses that the server rendered are shown, by day", () => {
  expenses = Array.from({ length: 8 }, (_, index) => ({
    ...expense,
    _id: `${index}`.padStart(24, "e"),
    description: `Round ${index}`,
    date: `2026-03-${index < 6 ? 14 : 12}T00:00:00.000Z`,
  }));
  show();
  const list = section("Expenses (8):");
  expect(list.getAllByRole("listitem")).toHaveLength(8);
  const days = list.getAllByRole("heading", { level: 3 });
  expect(days.map(({ textContent }) => textContent)).toEqual(
    ["2026-03-14", "2026-03-12"].map((day) => shortDate(day)),
  );
  expect(list.getAllByRole("list").map(({ children }) => children.length)).toEqual([6, 2]);
});

test("a new expense is highlighted and scrolled into view", () => {
  const intoView = jest.fn();
  Element.prototype.scrollIntoView = intoView;
  expenses = [old, expense];
  markSaved(expense._id);
  show();
  const [first, second] = section("Expenses (2):").getAllByRole("listitem");
  expect(first).not.toHaveClass("row-new");
  expect(second).toHaveClass("row-new");
  expect(within(second!).getByRole("link", { name: "Pizza" })).toHaveFocus();
  expect(intoView.mock.instances).toEqual([second]);
});

test("people with the same first name are shown by full name", () => {
  const otherBen = person(7, "Ben Adeyemi");
  expenses = [
    { ...expense, paidBy: ben, payers: [{ user: ben, amount: 30 }] },
    { ...old, paidBy: otherBen, payers: [{ user: otherBen, amount: 30 }] },
  ];
  settlements = [{ ...settlement(1, ana, ben, 5, true), settledBy: ben }];
  show();
  const rows = section("Expenses (2):").getAllByRole("listitem");
  expect(rows[0]).toHaveTextContent("Ben Okafor paid");
  expect(rows[1]).toHaveTextContent("Ben Adeyemi paid");
  expect(section("Settled Transactions:").getByRole("listitem")).toHaveTextContent(
    "Settled by Ben Okafor on",
  );
});

test("a settled payment shows who paid whom, and how", () => {
  settlements = [{ ...settlement(1, ana, ben, 12.5, true), method: "cash", note: "at the bar" }];
  show();
  expect(section("Settled Transactions:").getByRole("listitem")).toHaveTextContent(
    /You paid Ben Okafor \$12\.50Settled by you on .*Cash · at the bar/,
  );
});

test("settling is shown at once, with the displayed amount, and can be undone", async () => {
  const changed = jest.fn();
  window.addEventListener("settlementsChanged", changed);
  let response: (value: FakeResponse) => void = () => {};
  change = () => new Promise<FakeResponse>((resolve) => (response = resolve));
  show();
  await userEvent.click(section("Balance").getAllByRole("button", { name: "Settle" })[0]!);

  const settled = section("Settled Transactions:");
  expect(settled.getByText(/Settled by/)).toHaveTextContent("Settled by you on");
  expect(settled.getByRole("button", { name: "Unsettle" })).toBeDisabled();
  expect(sent.find(({ method }) => method === "PUT")).toMatchObject({
    path: `/api/settlements/${anaOwesBen._id}/settle`,
    body: { settled: true, userId: ana._id, amount: 12.5 },
  });

  const done = settlement(1, ana, ben, 12.5, true);
  settlements = [done, cleoOwesAna, cleoOwesBen];
  response({ body: done });
  await waitFor(() => expect(alerts()).toEqual(["Settled: You paid Ben $12.50."]));
  expect(changed).toHaveBeenCalledTimes(1);

  change = () => {
    settlements = [anaOwesBen, cleoOwesAna, cleoOwesBen];
    return { body: anaOwesBen };
  };
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(section("Balance").getAllByRole("button", { name: "Settle" })).toHaveLength(3));
  expect(sent.filter(({ method }) => method === "PUT").at(-1)?.body).toMatchObject({ settled: false });
  window.removeEventListener("settlementsChanged", changed);
});

test("Unsettle takes back the offer to undo the payment", async () => {
  const done = settlement(1, ana, ben, 12.5, true);
  change = () => {
    settlements = [done, cleoOwesAna, cleoOwesBen];
    return { body: done };
  };
  show();
  await userEvent.click(section("Balance").getAllByRole("button", { name: "Settle" })[0]!);
  expect(await screen.findByRole("button", { name: "Undo" })).toBeVisible();
  // It is disabled until the screen shows the response.
  const unsettle = () => screen.getByRole("button", { name: "Unsettle" });
  await waitFor(() => expect(unsettle()).toBeEnabled());
  await userEvent.click(unsettle());
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("if two people of the event share a first name, full names show who paid whom", async () => {
  const otherAna = person(9, "Ana Costa");
  settlements = [settlement(1, ana, otherAna, 7)];
  change = () => ({ body: settlement(1, ana, otherAna, 7, true) });
  show();
  await userEvent.click(section("Balance").getAllByRole("button", { name: "Settle" })[0]!);
  await waitFor(() => expect(alerts()).toEqual(["Settled: You paid Ana Costa $7.00."]));
});

test.each([
  ["no connection", () => offline, "Failed to settle transaction"],
  [
    "the server's own words",
    () => refusal(409, "conflict", "This payment is already settled."),
    "This payment is already settled.",
  ],
])("a failed settle is reverted and reported: %s", async (_label, respond, message) => {
  change = respond;
  show();
  await userEvent.click(section("Balance").getAllByRole("button", { name: "Settle" })[0]!);
  await waitFor(() => expect(alerts()).toEqual([message]));
  await waitFor(() => expect(section("Balance").getAllByRole("button", { name: "Settle" })).toHaveLength(3));
  expect(section("Settled Transactions:").queryByRole("button")).toBeNull();
});

test("Unsettle says that it worked, because the payment moves to another part of the screen", async () => {
  settlements = [settlement(1, ana, ben, 12.5, true)];
  change = () => {
    settlements = [anaOwesBen];
    return { body: anaOwesBen };
  };
  show();
  await userEvent.click(screen.getByRole("button", { name: "Unsettle" }));
  await waitFor(() => expect(alerts()).toEqual(["Payment unsettled"]));
});

test("a failed unsettle is reported", async () => {
  settlements = [settlement(1, ana, ben, 12.5, true)];
  change = () => offline;
  show();
  await userEvent.click(screen.getByRole("button", { name: "Unsettle" }));
  await waitFor(() => expect(alerts()).toEqual(["Failed to unsettle transaction"]));
  await waitFor(() => expect(screen.getByRole("button", { name: "Unsettle" })).toBeEnabled());
});

test("an outage and the end of the session do not replace the screen", async () => {
  show();
  for (const [status, code, message] of [
    [503, "unavailable", "Failed to settle transaction"],
    [401, "unauthenticated", "Please sign in."],
  ] as const) {
    change = () => refusal(status, code, "Please sign in.");
    await userEvent.click(section("Balance").getAllByRole("button", { name: "Settle" })[0]!);
    await waitFor(() => expect(alerts()).toContain(message));
  }
  expect(router.refresh).not.toHaveBeenCalled();
});

test("the preview of minimal transactions has no Settle", async () => {
  show();
  await userEvent.click(screen.getByRole("checkbox", { name: "Minimal transactions" }));
  expect(await screen.findByText(/^This is a preview/)).toBeVisible();
  const preview = section("Unsettled Transactions:");
  expect(preview.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Use these payments",
  ]);
  // Fewer payments, but everyone's total is the same.
  const nets = within(
    preview.getByRole("group", { name: "Everyone gets or pays the same in total as before." }),
  );
  const texts = (role: string) => nets.getAllByRole(role).map(({ textContent }) => textContent);
  // Only Ben has more than one payment.
  expect(texts("term")).toEqual(["Ben"]);
  expect(texts("definition")).toEqual(["+$13.50"]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Minimal transactions" }));
  expect(section("Balance").getAllByRole("button", { name: "Settle" })).toHaveLength(3);
});

test("a preview that the server computes needs a connection", () => {
  const open = { settlements, openCursor: "c1", settledCursor: null, nextCursor: null };
  showScreen(ana, () => <EventScreen viewerId={ana._id} {...{ group, event, expenses, ...open }} />);
  const end = disableWrites("You're offline.");
  expect(screen.getByRole("checkbox", { name: "Minimal transactions" })).toHaveAttribute("aria-disabled");
  end();
});

test("only the payer can edit and delete; deleting needs a confirmation", async () => {
  change = () => {
    expenses = [];
    return { body: { success: true } };
  };
  show();
  expect(screen.getByRole("link", { name: "Edit Pizza" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/${event._id}/edit-expense/${expense._id}`,
  );
  await userEvent.click(screen.getByRole("button", { name: "Delete Pizza" }));
  const dialog = screen.getByRole("alertdialog", { name: "Are you sure you want to delete this expense?" });
  expect(dialog).toHaveTextContent(
    `“Pizza” ($30.00, ${shortDate("2026-03-14")}) will be removed for everyone.`,
  );
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(sent.some(({ method }) => method === "DELETE")).toBe(false);

  await userEvent.click(screen.getByRole("button", { name: "Delete Pizza" }));
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.getByText("No expenses yet.")).toBeVisible());
  expect(screen.getByRole("heading", { name: "Expenses (0):" })).toBeVisible();
});

test("the menus of expenses with the same description are told apart by amount and payer", () => {
  show();
  const menu = screen.getByRole("button", { name: "Actions for Pizza" });
  expect(menu).toHaveAccessibleDescription("$30.00 You paid");
  const opened = document.getElementById(menu.getAttribute("popovertarget")!);
  expect(opened).toHaveAttribute("popover", "auto");
  for (const name of ["Edit Pizza", "Delete Pizza"])
    expect(within(opened!).getByLabelText(name)).toBeVisible();
});

test.each([
  ["who lent", ana, [expense], "you lent $20.00"],
  ["who shares", ben, [expense], "your share $10.00"],
  ["who is not part of it", person(9, "Dora"), [expense], "not involved"],
])("a row tells a person %s their part, below the total", async (_, user, all, text) => {
  expenses = all;
  nextCursor = "c1";
  show(user);
  await userEvent.click(screen.getByRole("button", { name: "Show more expenses" }));
  await screen.findByText("Old");
  // Rendered by the server, and loaded later.
  const rows = section("Expenses (1):").getAllByRole("listitem");
  expect(rows).toHaveLength(2);
  for (const row of rows) expect(row).toHaveTextContent(`$30.00${text}`);
});

test.each([
  ["who received it", ana, /Refund: You received.*−\$30\.00you owe \$20\.00/],
  ["who gets something back", ben, /Refund: Ana received.*−\$30\.00you get back \$10\.00/],
])("the row of a refund tells a person %s their part", (_, user, text) => {
  expenses = [refund];
  show(user);
  const [row] = section("Expenses (1):").getAllByRole("listitem");
  expect(row).toHaveTextContent(text);
});

test.each<[string, Settlement[], boolean]>([
  ["if there are some", [anaOwesBen, settlement(2, cleo, ana, 3, true)], true],
  ["but not if there are none", [anaOwesBen], false],
])("deleting an expense says what happens to settled payments, %s", async (_, all, said) => {
  settlements = all;
  show();
  await userEvent.click(screen.getByRole("button", { name: "Delete Pizza" }));
  expect(screen.getByRole("alertdialog").textContent?.includes("some may have to be paid back")).toBe(said);
});

test("a failed delete is reported and keeps the expense", async () => {
  change = () => undefined;
  show();
  await userEvent.click(screen.getByRole("button", { name: "Delete Pizza" }));
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(alerts()).toEqual(["Failed to delete expense. Please try again."]));
  expect(screen.getByText("Pizza")).toBeVisible();
});

test("others have no controls", () => {
  show(ben);
  expect(screen.queryByRole("link", { name: /^Edit Pizza/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /^(Delete|Actions)/ })).toBeNull();
});

test("further expenses are loaded on demand", async () => {
  nextCursor = "c1";
  show();
  expect(screen.queryByText("Old")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show more expenses" }));
  expect(await screen.findByText("Old")).toBeVisible();
  expect(screen.getByText("Pizza")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more expenses" })).toBeNull();
});

test.each([
  ["the same first page", "c1"],
  ["another first page", "c2"],
])("further expenses are reloaded once per rendering: %s", async (_label, next) => {
  nextCursor = "c1";
  change = () => ({ body: { success: true } });
  let description = "Old";
  sent = fakeApi((call) => {
    if (call.method !== "GET") return change(call);
    return { body: call.path.includes("cursor=") ? [{ ...old, description }] : [] };
  });
  show();
  await userEvent.click(screen.getByRole("button", { name: "Show more expenses" }));
  expect(await screen.findByText("Old")).toBeVisible();
  const asked = () => sent.filter(({ path }) => path.includes("cursor=")).length;
  expect(asked()).toBe(1);

  description = "Changed";
  nextCursor = next;
  act(() => void window.dispatchEvent(new Event("settlementsChanged")));
  expect(await screen.findByText("Changed")).toBeVisible();
  expect(screen.getByText("Pizza")).toBeVisible();
  expect(screen.queryByText("Old")).toBeNull();
  expect(asked()).toBe(2);
});

test("earlier settled payments are loaded on demand, and can be unsettled", async () => {
  settlements = [1, 2, 3, 4, 5].map((id) => settlement(id, ana, ben, id, true));
  older = [settlement(6, ana, ben, 60, true), settlement(7, ana, ben, 70, true)];
  change = () => {
    older = older.slice(1);
    return { body: { success: true } };
  };
  show();
  const shown = () => section("Settled Transactions:").getAllByRole("button", { name: "Unsettle" });
  const more = () => section("Settled Transactions:").queryByRole("button", { name: /^Show more/ });
  expect(shown()).toHaveLength(3);
  await userEvent.click(more()!);
  expect(shown()).toHaveLength(5);
  expect(sent).toEqual([]);
  await userEvent.click(more()!);
  await waitFor(() => expect(shown()).toHaveLength(7));
  expect(shown()[5]).toHaveFocus();
  expect(more()).toBeNull();

  const row = screen.getByText("$60.00").closest("li")!;
  await userEvent.click(within(row).getByRole("button", { name: "Unsettle" }));
  await waitFor(() => expect(screen.queryByText("$60.00")).toBeNull());
  expect(shown()).toHaveLength(6);
});

test("the picture is a table of paid, share, and net", async () => {
  show();
  await userEvent.click(screen.getByRole("heading", { name: "What each person paid, and their share" }));
  const rows = within(
    screen.getByRole("table", { name: "What each person paid, and their share" }),
  ).getAllByRole("row");
  expect(rows[1]).toHaveTextContent("Ana Silva+$20.00paid$30.00share$10.00");
  expect(rows[2]).toHaveTextContent("Ben Okafor−$10.00paid$0.00share$10.00");
});
