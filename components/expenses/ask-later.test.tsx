import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, offline, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, event, expense, group } from "@/testing/components/fixtures";
import { showScreen } from "@/testing/components/show-screen";
import { ExpenseForm } from "./expense-form";

const SERIES = "5".repeat(24);
const repeated = { ...expense, series: SERIES, number: 3 };

let list: FakeResponse;
let answer: FakeResponse;
let sent: Sent[] = [];
const puts = () => sent.filter(({ method }) => method === "PUT").map(({ body }) => body);

beforeEach(() => {
  list = { body: [{ _id: SERIES, mayChange: true }] };
  answer = { body: repeated };
  sent = fakeApi(({ method, path }) =>
    method === "PUT" ? answer : path.endsWith("/series") ? list : { body: repeated },
  );
});

async function update(edited = repeated) {
  showScreen(ana, () => <ExpenseForm group={group} event={event} expense={edited} />);
  await userEvent.clear(screen.getByLabelText("Amount"));
  await userEvent.type(screen.getByLabelText("Amount"), "45");
  await userEvent.click(screen.getByRole("button", { name: "Update Expense" }));
}
const choose = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test.each([
  ["This one", false],
  ["This and later ones", true],
])("%s", async (name, later) => {
  await update();
  expect(await screen.findByRole("alertdialog")).toHaveAccessibleName(
    "Change this one or this and later ones?",
  );
  expect(puts()).toEqual([]);
  await choose(name);
  await waitFor(() => expect(puts()).toMatchObject([{ amount: 45, later }]));
});

test("Cancel sends nothing, and so does Escape; what was typed stays", async () => {
  await update();
  await choose("Cancel");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(puts()).toEqual([]);
  expect(screen.getByLabelText("Amount")).toHaveValue("45");
  await waitFor(() => expect(screen.getByRole("button", { name: "Update Expense" })).toBeEnabled());
});

test("a refusal is shown, and what was typed stays", async () => {
  const reason = "This no longer repeats.";
  answer = refusal(409, "conflict", reason);
  await update();
  await choose("This and later ones");
  expect(await screen.findByText(reason)).toBeVisible();
  expect(screen.getByLabelText("Amount")).toHaveValue("45");
});

test.each<[label: string, edited: typeof repeated, found: object[]]>([
  ["what does not repeat any more", repeated, []],
  ["what the viewer cannot change", repeated, [{ _id: SERIES, mayChange: false }]],
  ["an ordinary expense", expense as typeof repeated, [{ _id: SERIES, mayChange: true }]],
])("there is no question about %s", async (_, edited, found) => {
  list = { body: found };
  await update(edited);
  await waitFor(() => expect(puts()).toMatchObject([{ amount: 45, later: false }]));
});

test("without the list, it asks, and the server decides", async () => {
  list = offline;
  await update();
  await choose("This and later ones");
  await waitFor(() => expect(puts()).toMatchObject([{ later: true }]));
});
