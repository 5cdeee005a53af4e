import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { offline, fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, event, expense, group } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { todayDateOnly } from "@/lib/core/text/dates";
import type { Expense } from "@/lib/contract/expenses";
import { ExpenseForm, type ExpenseFormProps } from "./expense-form";

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

let ids = 0;
/** What Ben recorded a minute ago. Each test has another one, because nobody is asked twice about the same. */
let taxi: Expense;
let search: (call: Sent) => FakeResponse | Promise<FakeResponse>;
let sent: Sent[] = [];
let respond = () => {};
/** A response that comes after the test. */
let late: Promise<FakeResponse>;

afterEach(() => respond());

beforeEach(() => {
  late = new Promise((resolve) => (respond = () => resolve(offline)));
  taxi = {
    ...expense,
    _id: String((ids += 1)).padStart(24, "f"),
    description: "Taxi",
    amount: 23.4,
    paidBy: ben,
    payers: [{ user: ben, amount: 23.4 }],
    recordedBy: ben,
    createdAt: ago(1),
  };
  search = () => ({ body: { expenses: [taxi], count: 1, total: 23.4, share: 0 } });
  sent = fakeApi((call) => {
    if (call.method !== "GET") return { body: expense };
    if (call.path.startsWith("/api/search")) return search(call);
    return { body: call.path === `/api/expenses/${taxi._id}` ? taxi : [] };
  });
});

const posts = () => sent.filter(({ method }) => method === "POST");
const show = (props: Partial<ExpenseFormProps> = {}) =>
  showScreen(ana, () => <ExpenseForm group={group} event={event} {...props} />);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

async function enter(amount = "23.40", button = "Add Expense") {
  await userEvent.clear(screen.getByLabelText("Description"));
  await userEvent.type(screen.getByLabelText("Description"), "Cab");
  await userEvent.clear(screen.getByLabelText("Amount"));
  await userEvent.type(screen.getByLabelText("Amount"), amount);
  await press(button);
}

const question = () => screen.findByRole("alertdialog");

test("names the expense that somebody else has just added, and adds another one only if that is wanted", async () => {
  show();
  await enter();
  expect((await question()).querySelector("h2")!.textContent.replace(/[\u2068\u2069]/g, "")).toBe(
    "Ben added “Taxi”, $23.40, 1 minute ago. Add anyway?",
  );
  const today = todayDateOnly();
  expect(sent.find(({ path }) => path.startsWith("/api/search"))!.path).toBe(
    `/api/search?event=${event._id}&q=23.40&from=${today}&until=${today}`,
  );
  await press("Cancel");
  await waitFor(() => expect(screen.getByRole("button", { name: "Add Expense" })).toBeEnabled());
  expect(posts()).toEqual([]);
  expect(screen.getByLabelText("Description")).toHaveValue("Cab");
  expect(screen.queryByRole("alert")).toBeNull();

  await press("Add Expense");
  await question();
  await press("Add anyway");
  await waitFor(() => expect(posts()).toMatchObject([{ body: { description: "Cab", amount: 23.4 } }]));
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
});

test("nobody is asked twice about the same expense; the form stays open to add another", async () => {
  show();
  await enter("23.40", "Save and add another");
  await question();
  await press("Add anyway");
  await waitFor(() => expect(screen.getByLabelText("Description")).toHaveValue(""));
  expect(router.replace).not.toHaveBeenCalled();
  await enter();
  await waitFor(() => expect(posts()).toHaveLength(2));
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
});

test.each<[string, () => unknown]>([
  ["of the user", () => (taxi.recordedBy = ana)],
  ["recorded three days ago", () => (taxi.createdAt = ago(3 * 24 * 60))],
  ["of another amount", () => (taxi.amount = 23.41)],
  ["that is not found", () => (search = () => ({ body: { expenses: [], count: 0, total: 0, share: 0 } }))],
  ["if the search is refused", () => (search = () => refusal(429, "rate-limited", "Too many requests."))],
  ["if the search has no response", () => (search = () => offline)],
  ["if the response is late", () => (search = () => late)],
])("adds without a question: %s", async (_, change) => {
  change();
  show();
  await enter();
  await waitFor(() => expect(posts()).toHaveLength(1), { timeout: 3_000 });
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("edits are not asked about", async () => {
  show({ expense });
  await userEvent.clear(screen.getByLabelText("Amount"));
  await userEvent.type(screen.getByLabelText("Amount"), "23.40");
  await press("Update Expense");
  await waitFor(() => expect(sent.some(({ method }) => method === "PUT")).toBe(true));
  expect(sent.some(({ path }) => path.startsWith("/api/search"))).toBe(false);
});
