import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { use } from "react";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, event, expense, group, person } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { liveAt } from "@/testing/components/viewer-clock";
import { whole } from "@/testing/components/whole-text";
import { todayDateOnly } from "@/lib/core/text/dates";
import type { SplitMode } from "@/lib/core/money/split";
import type { Expense } from "@/lib/contract/expenses";
import type { Person } from "@/lib/contract/people";
import { copyOf } from "./copied-expense";
import { ExpenseForm, type ExpenseFormProps } from "./expense-form";

// Uneven splits, other payers, and the optional fields of an expense.

let sent: Sent[] = [];
let change: (call: Sent) => FakeResponse | undefined = () => ({ body: expense });
const idsOf = (people: readonly Person[]) => people.map(({ _id }) => _id);
const writes = () => sent.filter(({ method }) => method !== "GET");

beforeEach(() => {
  localStorage.clear();
  change = () => ({ body: expense });
  sent = fakeApi((call) => (call.method === "GET" ? { body: [] } : change(call)));
});

const show = (props: Partial<ExpenseFormProps> = {}) =>
  showScreen(ana, () => <ExpenseForm group={group} event={event} {...props} />);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const choose = async (name: string) => userEvent.click(await screen.findByRole("radio", { name }));
const field = (label: string) => screen.getByRole("textbox", { name: label });
const fieldOf = (label: string) => screen.findByRole("textbox", { name: label });

async function enter(label: string, text: string) {
  const input = await fieldOf(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

/** Chooses a kind of split, also one behind "More ways". */
async function chooseKind(kind: string) {
  if (!screen.queryByRole("radio", { name: kind })) await press("More ways");
  await choose(kind);
}

async function start(amount: string, mode?: string) {
  await userEvent.type(field("Description"), "Pizza");
  await userEvent.type(field("Amount"), amount);
  if (!mode) return;
  await chooseKind(mode);
}

async function body(): Promise<unknown> {
  await waitFor(() => expect(writes().length).toBeGreaterThan(0));
  return writes().at(-1)?.body;
}

/** A split with a value for each person. */
const splitBy = (mode: SplitMode, ...values: (readonly [Person, number])[]) => ({
  mode,
  values: values.map(([{ _id }, value]) => ({ user: _id, value })),
});

const saved = (changes: Partial<Expense>): Expense => ({ ...expense, ...changes });

test("Custom starts with everyone; Select All is partially checked for some", async () => {
  show();
  await chooseKind("Custom");
  const all = await screen.findByRole("checkbox", { name: "Select All" });
  expect(all).toBeChecked();
  await userEvent.click(screen.getByRole("checkbox", { name: "Ben Okafor" }));
  expect(all).toBePartiallyChecked();
  await userEvent.click(all);
  expect(screen.getByRole("checkbox", { name: "Ben Okafor" })).toBeChecked();
  expect(all).not.toBePartiallyChecked();
});

test("the arrow keys reach every kind of split", async () => {
  show();
  screen.getByRole("radio", { name: "Equal" }).focus();
  await press("More ways");
  expect(screen.getByRole("radio", { name: "Custom" })).toHaveFocus();
  screen.getByRole("radio", { name: "Equal" }).focus();
  for (const kind of ["Amounts", "Shares", "Custom", "Percent", "Adjust", "Equal"]) {
    await userEvent.keyboard("{ArrowRight}");
    expect(screen.getByRole("radio", { name: kind })).toBeChecked();
    expect(screen.getByRole("radio", { name: kind })).toHaveFocus();
  }
});

test("amounts: shows what is left, and assigns it with one tap to the first empty field", async () => {
  show();
  await start("30", "Amounts");
  await enter("Dollars for Ana Silva", "10");
  await enter("Dollars for Ben Okafor", "2*4,20");
  expect(screen.getByRole("status")).toHaveTextContent("$11.60 still needs to be split.");
  await press("Assign to Cleo");
  expect(field("Dollars for Cleo Marsh")).toHaveValue("11.60");
  expect(screen.getByRole("status")).toHaveTextContent("Adds up to $30.00.");
  await press("Add Expense");
  expect(await body()).toMatchObject({
    amount: 30,
    splitWith: [ana._id, ben._id, cleo._id],
    split: splitBy("amounts", [ana, 10], [ben, 8.4], [cleo, 11.6]),
  });
});

test("too much is taken from the person who was tapped, and never below zero", async () => {
  show();
  await start("10", "Percent");
  await enter("Percent for Cleo Marsh", "1");
  await enter("Percent for Ana Silva", "60");
  await enter("Percent for Ben Okafor", "42");
  await userEvent.click(field("Percent for Cleo Marsh"));
  expect(screen.getByRole("status")).toHaveTextContent("3% too much");
  await userEvent.click(field("Percent for Ana Silva"));
  await press("Take from you");
  expect(field("Percent for Ana Silva")).toHaveValue("57");
  expect(screen.getByRole("status")).toHaveTextContent("Adds up to 100%.");
  expect(screen.getByText("$5.70")).toBeVisible();
});

test("shows a server error at the split until the split changes", async () => {
  change = () => refusal(422, "invalid", "Check the split.", { split: ["Check the split."] });
  show();
  await start("10", "Amounts");
  await enter("Dollars for Ana Silva", "10");
  await press("Add Expense");
  expect(await screen.findByRole("alert")).toHaveTextContent("Check the split.");
  await enter("Dollars for Ana Silva", "1.2.3");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("status")).toHaveTextContent("Enter a number with at most 2 decimals.");
});

test("an incomplete split is named before anything is sent", async () => {
  show();
  await start("10", "Amounts");
  await enter("Dollars for Ana Silva", "4");
  await press("Add Expense");
  expect(await screen.findByRole("alert")).toHaveTextContent("$6.00 still needs to be split.");
  // One message for one problem.
  expect(screen.getAllByText(whole("$6.00 still needs to be split."))).toHaveLength(1);
  await enter("Dollars for Ana Silva", "1.2.3");
  await press("Add Expense");
  expect(await screen.findByRole("alert")).toHaveTextContent("Enter a number with at most 2 decimals.");
  expect(writes()).toEqual([]);
  // Another kind is complete.
  await choose("Equal");
  await press("Add Expense");
  expect(await body()).toMatchObject({ amount: 10 });
});

test("what is no number is marked, alone, and gets the focus", async () => {
  show();
  await start("10", "Amounts");
  await enter("Dollars for Ana Silva", "4");
  await enter("Dollars for Cleo Marsh", "1.2.3");
  await press("Add Expense");
  expect(await screen.findByRole("alert")).toHaveTextContent("Enter a number with at most 2 decimals.");
  expect(field("Dollars for Cleo Marsh")).toBeInvalid();
  expect(field("Dollars for Cleo Marsh")).toHaveFocus();
  expect(field("Dollars for Ana Silva")).toBeValid();
  expect(screen.getByRole("checkbox", { name: "Select All" })).toBeValid();
});

test("the rest is split evenly among those without a value, to the cent", async () => {
  show();
  await start("20", "Amounts");
  await enter("Dollars for Ana Silva", "9.99");
  await press("Split the rest evenly");
  expect(field("Dollars for Ben Okafor")).toHaveValue("5.01");
  expect(field("Dollars for Cleo Marsh")).toHaveValue("5.00");
  expect(screen.getByRole("status")).toHaveTextContent("Adds up to $20.00.");
  await chooseKind("Percent");
  expect(field("Percent for Ben Okafor")).toHaveValue("25.05");
  for (const { name } of group.members) await userEvent.clear(field(`Percent for ${name}`));
  await press("Split the rest evenly");
  expect(field("Percent for Ana Silva")).toHaveValue("33.34");
  expect(field("Percent for Cleo Marsh")).toHaveValue("33.33");
  await enter("Percent for Ben Okafor", "40");
  expect(screen.queryByRole("button", { name: "Split the rest evenly" })).toBeNull();
});

test("− and + change shares by one, never below zero", async () => {
  show();
  await start("30", "Shares");
  await press("One share more for Ben Okafor");
  await press("One share more for Ben Okafor");
  expect(field("Shares for Ben Okafor")).toHaveValue("3");
  await press("One share less for Cleo Marsh");
  await press("One share less for Cleo Marsh");
  expect(field("Shares for Cleo Marsh")).toHaveValue("0");
  await enter("Shares for Ana Silva", "1,5");
  await press("One share less for Ana Silva");
  expect(field("Shares for Ana Silva")).toHaveValue("0.5");
  await press("Add Expense");
  expect(await body()).toMatchObject({ split: splitBy("shares", [ana, 0.5], [ben, 3], [cleo, 0]) });
});

test("the kinds are one row, three at first; each keeps its values", async () => {
  show();
  const kinds = within(screen.getByRole("group", { name: "Split type" }));
  const names = () =>
    kinds.getAllByRole("radio").map((radio) => radio.textContent || radio.parentElement?.textContent);
  expect(names()).toEqual(["Equal", "Amounts", "Shares"]);
  await press("More ways");
  expect(names()).toEqual(["Equal", "Amounts", "Shares", "Custom", "Percent", "Adjust"]);
  expect(kinds.queryByRole("button", { name: "More ways" })).toBeNull();
  await start("10");
  await choose("Amounts");
  await enter("Dollars for Ana Silva", "4");
  await choose("Custom");
  expect(screen.queryByRole("textbox", { name: "Dollars for Ana Silva" })).toBeNull();
  await choose("Amounts");
  expect(await fieldOf("Dollars for Ana Silva")).toHaveValue("4");
});

test("shares start at one each; another mode and back loses nothing", async () => {
  show();
  await start("40", "Shares");
  await enter("Shares for Ana Silva", "2");
  expect(screen.getByText("$20.00")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("4 shares");
  await chooseKind("Adjust");
  expect(screen.getByText("Add or take off an amount; the rest is split evenly.")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Adds up to $40.00.");
  await enter("Plus or minus for Ana Silva", "0");
  await enter("Plus or minus for Ben Okafor", "4");
  await press("Plus or minus for Ben Okafor: change the sign");
  expect(field("Plus or minus for Ben Okafor")).toHaveValue("-4");
  expect(screen.getByText(whole("$10.66 or $10.67"))).toBeVisible();
  await enter("Plus or minus for Ben Okafor", "3+1");
  await press("Plus or minus for Ben Okafor: change the sign");
  expect(field("Plus or minus for Ben Okafor")).toHaveValue("-(3+1)");
  expect(screen.getByText(whole("$10.66 or $10.67"))).toBeVisible();
  await press("Plus or minus for Ben Okafor: change the sign");
  expect(field("Plus or minus for Ben Okafor")).toHaveValue("3+1");
  await choose("Shares");
  expect(field("Shares for Ana Silva")).toHaveValue("2");
  await userEvent.click(screen.getByRole("checkbox", { name: /Cleo/ }));
  expect(screen.queryByRole("textbox", { name: "Shares for Cleo Marsh" })).toBeNull();
  await press("Add Expense");
  expect(await body()).toMatchObject({
    splitWith: [ana._id, ben._id],
    split: splitBy("shares", [ana, 2], [ben, 1]),
  });
});

const uneven = saved({ split: splitBy("percent", [ana, 33.33], [ben, 66.67], [cleo, 0]) });

test("editing shows the typed values, and a notice if the split goes back to Equal", async () => {
  show({ expense: uneven });
  expect(screen.getByRole("radio", { name: "Percent" })).toBeChecked();
  expect(await fieldOf("Percent for Ben Okafor")).toHaveValue("66.67");
  await choose("Equal");
  await press("Update Expense");
  expect(await body()).toMatchObject({ split: { mode: "equal", values: [] } });
});

test("another payer pays the whole amount, chosen with one tap", async () => {
  show();
  await start("12+8.50");
  expect(screen.getByText("= $20.50")).toBeVisible();
  await press("Paid by you");
  await userEvent.click(await screen.findByRole("radio", { name: "Ben Okafor" }));
  expect(screen.getByRole("button", { name: "Paid by Ben Okafor" })).toBeVisible();
  await press("Add Expense");
  expect(await body()).toEqual({
    eventId: event._id,
    paidBy: ana._id,
    date: todayDateOnly(),
    description: "Pizza",
    amount: 20.5,
    splitWith: [ana._id, ben._id, cleo._id],
    payers: [{ user: ben._id, amount: 20.5 }],
  });
});

test("a tap on a payer closes the list, and the arrow keys leave it open", async () => {
  show();
  await press("Paid by you");
  (await screen.findByRole("radio", { name: "You" })).focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(screen.getByRole("radio", { name: "Ben Okafor" })).toBeChecked();
  await choose("Cleo Marsh");
  expect(screen.queryByRole("radio", { name: "Cleo Marsh" })).toBeNull();
  expect(screen.getByRole("button", { name: "Paid by Cleo Marsh" })).toHaveFocus();
});

test("another kind of split starts with the same shares", async () => {
  show();
  await start("30", "Shares");
  await enter("Shares for Ana Silva", "2");
  await choose("Amounts");
  expect(await fieldOf("Dollars for Ana Silva")).toHaveValue("15.00");
  expect(field("Dollars for Ben Okafor")).toHaveValue("7.50");
});

test("of two people, the one who did not pay can owe everything", async () => {
  show({ group: { ...group, members: [ana, ben] } });
  await start("30");
  expect(screen.getByRole("button", { name: /Ben Okafor.* owes all/ })).toBeVisible();
  await press("Paid by you");
  await choose("Ben Okafor");
  await press("You owe all");
  expect(screen.getByRole("radio", { name: "Custom" })).toHaveFocus();
  await press("Add Expense");
  expect(await body()).toMatchObject({ splitWith: [ana._id], payers: [{ user: ben._id, amount: 30 }] });
});

test("several payers: the amounts have to sum to the total", async () => {
  show();
  await start("30");
  await press("Paid by you");
  await screen.findByRole("button", { name: "Several people" });
  await press("Several people");
  await press("Add Expense");
  expect(await screen.findByRole("alert")).toHaveTextContent("$30.00 still needs a payer.");
  expect(screen.getAllByText(whole("$30.00 still needs a payer."))).toHaveLength(1);
  expect(writes()).toEqual([]);
  await enter("Paid by you", "20");
  expect(screen.getByRole("status")).toHaveTextContent("$10.00 still needs a payer.");
  await userEvent.click(field("Paid by Cleo Marsh"));
  await press("Assign to Cleo");
  expect(screen.getByRole("button", { name: "Paid by 2 people" })).toBeVisible();
  await press("Add Expense");
  expect(await body()).toMatchObject({
    payers: [
      { user: ana._id, amount: 20 },
      { user: cleo._id, amount: 10 },
    ],
  });
});

describe("a refund", () => {
  const refund = () => screen.findByRole("checkbox", { name: "Refund" });

  test("is an amount with a minus: who receives it, and what comes back", async () => {
    show();
    await start("-60");
    expect(screen.getByRole("button", { name: "Received by you" })).toBeVisible();
    expect(screen.getByText(whole("$20.00 back for each"))).toBeVisible();
    await press(/^More ·/);
    expect(await refund()).toBeChecked();
    await press("Add Expense");
    expect(await body()).toMatchObject({ amount: -60, splitWith: idsOf(group.members) });
  });

  test("is a switch for keypads without a minus, before or after the amount", async () => {
    show();
    await press(/^More ·/);
    await userEvent.click(await refund());
    expect(await refund()).toBeChecked();
    await start("10");
    expect(field("Amount")).toHaveValue("-10");
    expect(screen.getByText(whole("$3.33 back for each; one person gets $3.34"))).toBeVisible();
    await userEvent.click(await refund());
    expect(field("Amount")).toHaveValue("10");
    expect(screen.getByRole("button", { name: "Paid by you" })).toBeVisible();
    await userEvent.click(await refund());
    await press("Add Expense");
    expect(await body()).toMatchObject({ amount: -10 });
  });

  test("has amounts and receivers without a sign", async () => {
    show();
    await start("-30", "Amounts");
    await enter("Dollars for Ana Silva", "20");
    await enter("Dollars for Ben Okafor", "-10");
    await press("Received by you");
    await press("Several people");
    await enter("Received by you", "25");
    expect(screen.getByText(whole("$5.00 still needs a receiver."))).toBeVisible();
    await userEvent.click(field("Received by Cleo Marsh"));
    await press("Assign to Cleo");
    await press("Add Expense");
    expect(await body()).toMatchObject({
      amount: -30,
      split: {
        mode: "amounts",
        values: [
          { user: ana._id, value: -20 },
          { user: ben._id, value: -10 },
          { user: cleo._id, value: 0 },
        ],
      },
      payers: [
        { user: ana._id, amount: -25 },
        { user: cleo._id, amount: -5 },
      ],
    });
  });

  test("has no adjustments", async () => {
    show();
    await start("-30", "Adjust");
    await enter("Plus or minus for Ana Silva", "5");
    await press("Add Expense");
    expect(await screen.findByRole("alert")).toHaveTextContent("A refund can't be split by adjustments.");
    expect(writes()).toEqual([]);
  });

  test.each(["edited", "copied"])("keeps everything when it is %s", async (how) => {
    const payers = [ana, cleo].map((user) => ({ user, amount: -15 }));
    const values = [ana, ben, cleo].map(({ _id }, index) => ({ user: _id, value: -5 * (index + 1) }));
    const before = saved({ amount: -30, payers, split: { mode: "amounts", values } });
    show(how === "edited" ? { expense: before } : { copied: copyOf(before, group, { id: ana._id }) });
    expect(field("Amount")).toHaveValue("-30.00");
    expect(await fieldOf("Dollars for Cleo Marsh")).toHaveValue("15.00");
    await press("Received by 2 people");
    expect(await fieldOf("Received by Cleo Marsh")).toHaveValue("15.00");
    await press(how === "edited" ? "Update Expense" : "Add Expense");
    expect(await body()).toMatchObject({
      amount: -30,
      split: { mode: "amounts", values },
      payers: payers.map(({ user, amount }) => ({ user: user._id, amount })),
    });
  });
});

test("the error of closed payers opens them, and they stay open while it is corrected", async () => {
  const two = { payers: [ana, ben].map((user) => ({ user, amount: 15 })) };
  show({ expense: saved(two) });
  change = () => refusal(422, "invalid", "Check.", { payers: ["The payments have to sum to the amount."] });
  await press("Update Expense");
  const paid = await screen.findByLabelText("Paid by you");
  await userEvent.clear(paid);
  await userEvent.type(paid, "25");
  expect(screen.getByLabelText("Paid by you")).toHaveValue("25");
});

test("editing keeps the payer, and sends several with their amounts", async () => {
  const { unmount } = show({ expense: saved({ paidBy: ben, payers: [{ user: ben, amount: 30 }] }) });
  expect(screen.getByRole("button", { name: "Paid by Ben Okafor" })).toBeVisible();
  await press("Update Expense");
  expect(await body()).not.toHaveProperty("payers");
  unmount();

  const payers = [
    { user: ana, amount: 10 },
    { user: cleo, amount: 20 },
  ];
  show({ expense: saved({ paidBy: cleo, payers }) });
  await press("Paid by 2 people");
  expect(await fieldOf("Paid by Cleo Marsh")).toHaveValue("20.00");
  await press("Update Expense");
  expect(await body()).toMatchObject({
    payers: payers.map(({ user, amount }) => ({ user: user._id, amount })),
  });
});

test("category is guessed and date is today until changed", async () => {
  show();
  await userEvent.type(field("Description"), "Taxi");
  await userEvent.type(field("Amount"), "10");
  await press(/^More ·/);
  expect(await screen.findByRole("radio", { name: "Transport" })).toBeChecked();
  await choose("Travel");
  await userEvent.type(field("Note"), "To the airport");
  expect(screen.getByLabelText("Date")).toHaveValue(todayDateOnly());
  await userEvent.clear(screen.getByLabelText("Date"));
  await userEvent.type(screen.getByLabelText("Date"), "2026-03-02");
  await press("Add Expense");
  expect(await body()).toMatchObject({ category: "travel", note: "To the airport", date: "2026-03-02" });
});

describe("today's date is the user's, not the server's", () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  test.each<[hoursFromUtc: number, typed: Date, sent: Date, day: string]>([
    [14, new Date("2026-03-02T11:00Z"), new Date("2026-03-02T11:00Z"), "2026-03-03"],
    // Nothing is rendered between.
    [-8, new Date("2026-03-02T23:59Z"), new Date("2026-03-03T00:01Z"), "2026-03-02"],
  ])("%d hours from UTC", async (hours, typed, sentAt, day) => {
    jest.setSystemTime(typed);
    liveAt(hours);
    show();
    await start("10");
    jest.setSystemTime(sentAt);
    await press("Add Expense");
    expect(await body()).toHaveProperty("date", day);
  });
});

test("a date that does not exist is refused, not replaced", async () => {
  change = () =>
    refusal(422, "invalid", "Please enter a date like 2026-03-14.", {
      date: ["Please enter a date like 2026-03-14."],
    });
  show();
  await start("10");
  await press(/^More ·/);
  // The browser's value of "02/30/2026".
  await userEvent.clear(await screen.findByLabelText("Date"));
  await press("Add Expense");
  expect(await body()).toHaveProperty("date", "");
  expect(await screen.findByText("Please enter a date like 2026-03-14.")).toBeVisible();
});

test("editing sends only the details that changed", async () => {
  show({ expense: saved({ note: "Old", category: "gifts" }) });
  await press(/^More ·/);
  expect(await screen.findByRole("radio", { name: "Gifts" })).toBeChecked();
  expect(screen.getByLabelText("Date")).toHaveValue("2026-03-14");
  await userEvent.clear(field("Note"));
  await press("Update Expense");
  const update = await body();
  expect(update).toMatchObject({ note: "" });
  expect(update).not.toHaveProperty("category");
  expect(update).not.toHaveProperty("date");
});

test("a copy has all values except the date and former members", async () => {
  const gone = person(9, "Gone Girl");
  const copied = saved({
    note: "Thursday",
    splitWith: [ana, gone],
    split: splitBy("shares", [ana, 3], [gone, 2]),
    payers: [{ user: gone, amount: 30 }],
  });
  show({ copied: copyOf(copied, group, { id: ana._id }) });
  expect(field("Description")).toHaveValue("Pizza");
  expect(screen.getByRole("button", { name: "Paid by you" })).toBeVisible();
  expect(await fieldOf("Shares for Ana Silva")).toHaveValue("3");
  expect(screen.queryByText(/Gone Girl/)).toBeNull();
  await press("Add Expense");
  const added = await body();
  expect(writes()[0]?.method).toBe("POST");
  expect(added).toMatchObject({ note: "Thursday", splitWith: [ana._id], split: { values: [{ value: 3 }] } });
  expect(added).toHaveProperty("date", todayDateOnly());
  expect(added).not.toHaveProperty("payers");
});

test("a guest's copy of an expense is paid by the guest", () => {
  const copied = saved({ paidBy: ben, payers: [{ user: ben, amount: 30 }] });
  const { payer, paid } = copyOf(copied, group, { id: ana._id, guest: group._id }).money;
  expect({ payer, paid }).toEqual({ payer: ana._id, paid: {} });
});

test("save and add another: saved once, and the form is empty again", async () => {
  show();
  await start("10", "Shares");
  await press("Save and add another");
  expect(await screen.findByText("Expense added")).toBeVisible();
  expect(field("Description")).toHaveValue("");
  expect(field("Description")).toHaveFocus();
  expect(field("Amount")).toHaveValue("");
  expect(screen.getByRole("radio", { name: "Equal" })).toBeChecked();
  expect(router.replace).not.toHaveBeenCalled();
  await start("5{Enter}");
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  expect(writes()).toHaveLength(2);
  expect(writes()[1]?.key).not.toBe(writes()[0]?.key);
});

test("save and add another keeps the date: a day's receipts are entered one after another", async () => {
  show();
  await start("10");
  await press(/^More ·/);
  const date = () => screen.getByLabelText("Date");
  await waitFor(() => expect(date()).toBeVisible());
  await userEvent.clear(date());
  await userEvent.type(date(), "2026-03-02");
  await press("Save and add another");
  await waitFor(() => expect(field("Description")).toHaveValue(""));
  await start("5{Enter}");
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes().map(({ body }) => (body as { date: string }).date)).toEqual(["2026-03-02", "2026-03-02"]);
});

test.each([true, false])("Description has the focus where there is a mouse: %s", (fine) => {
  window.matchMedia = (query) => ({ matches: fine && query === "(pointer: fine)" }) as MediaQueryList;
  show();
  if (fine) expect(field("Description")).toHaveFocus();
  else expect(document.body).toHaveFocus();
  Reflect.deleteProperty(window, "matchMedia");
});

test("a problem in a closed row opens it, and moves the focus there", async () => {
  show();
  await start("10");
  await press("Paid by you");
  await screen.findByRole("button", { name: "Several people" });
  await press("Several people");
  await enter("Paid by you", "10");
  const problem = "The payments total $10.00, but the expense is $12.00.";
  change = () => refusal(422, "invalid", problem, { payers: [problem] });
  const row = screen.getByRole("button", { name: /^Paid by several/ });
  await userEvent.click(row);
  await userEvent.clear(field("Amount"));
  await userEvent.type(field("Amount"), "12");
  await press("Add Expense");
  expect(await screen.findByText(whole(problem))).toBeVisible();
  expect(row).toHaveFocus();
  await press("Add Expense");
  await waitFor(() => expect(field("Paid by you")).toHaveFocus());
});

test("the row names the fields that it opens", async () => {
  show();
  const row = screen.getByRole("button", { name: /^More ·/ });
  await userEvent.click(row);
  await fieldOf("Note");
  const panel = document.getElementById(row.getAttribute("aria-controls")!)!.firstElementChild!;
  const names = [...panel.children].map((one) => one.querySelector("legend, label")!.textContent);
  expect(row).toHaveTextContent(`More · ${names.join(", ").toLowerCase()}`);
});

test("a problem of the date is shown at its field", async () => {
  const problem = "Please enter a date like 2026-03-14.";
  change = () => refusal(422, "invalid", problem, { date: [problem] });
  show();
  await start("10");
  await press(/^More ·/);
  await fieldOf("Note");
  fireEvent.change(screen.getByLabelText("Date"), { target: { value: "0026-03-02" } });
  await press("Add Expense");
  await waitFor(() => expect(screen.getByLabelText("Date")).toHaveFocus());
  expect(screen.getByLabelText("Date")).toHaveAccessibleDescription(problem);
});

test("a failed save keeps everything that was typed", async () => {
  change = () => refusal(401, "unauthenticated", "Please sign in.");
  const { unmount } = show();
  await start("30", "Amounts");
  await enter("Dollars for Ana Silva", "30");
  await press("Paid by you");
  await userEvent.click(await screen.findByRole("radio", { name: "Ben Okafor" }));
  await press(/^More ·/);
  await userEvent.type(await fieldOf("Note"), "Cash");
  await choose("Travel");
  await userEvent.clear(screen.getByLabelText("Date"));
  await userEvent.type(screen.getByLabelText("Date"), "2026-03-02");
  await press("Save and add another");
  expect(await screen.findByText("Your session has ended.")).toBeVisible();
  expect(field("Note")).toHaveValue("Cash");
  unmount();

  show();
  expect(await fieldOf("Dollars for Ana Silva")).toHaveValue("30");
  expect(screen.getByRole("button", { name: "Paid by Ben Okafor" })).toBeVisible();
  await press(/^More ·/);
  expect(await fieldOf("Note")).toHaveValue("Cash");
  expect(screen.getByRole("radio", { name: "Travel" })).toBeChecked();
  expect(screen.getByLabelText("Date")).toHaveValue("2026-03-02");
});

test("a copy sent without an answer is sent again with the same key after a reload", async () => {
  change = () => refusal(500, "internal", "");
  const copied = copyOf(expense, group, { id: ana._id });
  const { unmount } = show({ copied });
  await press("Add Expense");
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  unmount();

  show({ copied });
  await press("Add Expense");
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]).toEqual(writes()[0]);
  // Discarding it would make this another copy.
  expect(screen.getByText("Draft restored.")).toBeVisible();
});

test("an expense sent without an answer is sent again as it was, whatever has changed around it", async () => {
  jest.useFakeTimers({ now: new Date("2026-03-02T12:00Z"), advanceTimers: true });
  change = () => refusal(500, "internal", "");
  let served = group;
  showScreen(ana, () => <ExpenseForm group={served} event={event} />);
  await start("10");
  await press("Add Expense");
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  served = { ...group, members: [...group.members, person(9, "New Member")] };
  jest.setSystemTime(new Date("2026-03-03T12:00Z"));
  await act(async () => router.refresh());
  await press("Add Expense");
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]).toEqual(writes()[0]);
  await userEvent.type(field("Description"), "s");
  await press("Add Expense");
  await waitFor(() => expect(writes()).toHaveLength(3));
  // If the first one was saved, the server says so.
  expect(writes()[2]).toHaveProperty("key", writes()[0]?.key);
  expect(writes()[2]?.body).toMatchObject({ date: "2026-03-03", splitWith: [...idsOf(served.members)] });
  jest.useRealTimers();
});

test("what a payer who has left had paid is not sent", async () => {
  let served = group;
  showScreen(ana, () => <ExpenseForm group={served} event={event} />);
  await start("10");
  await press("Paid by you");
  await press("Several people");
  await enter("Paid by you", "4");
  await enter("Paid by Ben Okafor", "6");
  expect(screen.getByRole("button", { name: "Paid by 2 people" })).toBeVisible();
  served = { ...group, members: [ana, cleo] };
  await act(async () => router.refresh());
  await enter("Paid by you", "10");
  await press("Add Expense");
  expect(await body()).toHaveProperty("payers", [{ user: ana._id, amount: 10 }]);
});

test("a payer who has left is not shown as several people", async () => {
  let served = group;
  showScreen(ana, () => <ExpenseForm group={served} event={event} />);
  await press("Paid by you");
  await userEvent.click(await screen.findByRole("radio", { name: "Ben Okafor" }));
  served = { ...group, members: [ana, cleo] };
  await act(async () => router.refresh());
  expect(screen.getByRole("button", { name: "Paid by a former member" })).toBeVisible();
});

test("a share that depends on the odd cent is not promised before the expense exists", async () => {
  show();
  await start("10", "Shares");
  expect(screen.getAllByText(whole("$3.33 or $3.34"))).toHaveLength(3);
  await enter("Shares for Ana Silva", "2");
  expect(screen.getByText("$5.00")).toBeVisible();
  expect(screen.getAllByText("$2.50")).toHaveLength(2);
});

test("an expense that exists shows who bears the odd cent", async () => {
  const split = splitBy("shares", [ana, 1], [ben, 1], [cleo, 1]);
  show({ expense: saved({ split, amount: 10, splitWith: [ana, ben, cleo] }) });
  expect(await screen.findByText("$3.34")).toBeVisible();
  expect(screen.getAllByText("$3.33")).toHaveLength(2);
});

test("after a refusal, the form waits for nothing, and what is sent next is current", async () => {
  change = () => refusal(422, "invalid", "Ben Okafor is not a member of this group.");
  let served: typeof group | Promise<typeof group> = group;
  const Screen = () => <ExpenseForm group={"then" in served ? use(served) : served} event={event} />;
  showScreen(ana, () => <Screen />);
  await start("10");
  let arrive = () => {};
  const now = { ...group, members: group.members.slice(0, 1) };
  served = new Promise((resolve) => (arrive = () => resolve(now)));
  await press("Add Expense");
  expect(await screen.findByText("Ben Okafor is not a member of this group.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Add Expense" })).toBeEnabled();
  await act(async () => arrive());
  await press("Add Expense");
  await waitFor(() => expect(writes()).toHaveLength(2));
  expect(writes()[1]?.body).toHaveProperty("splitWith", idsOf(now.members));
});

test("a long list of members is searched for the payer", async () => {
  const members = [ana, ...Array.from({ length: 14 }, (_, n) => person(20 + n, `Member ${n}`))];
  show({ group: { ...group, members } });
  await press("Paid by you");
  await userEvent.type(await screen.findByLabelText("Find a payer"), "member 13");
  const choices = screen.getByRole("group", { name: "Who paid" });
  expect(
    within(choices)
      .getAllByRole("radio")
      .map((one) => one.parentElement?.textContent),
  ).toEqual(["M1Member 13"]);
});
