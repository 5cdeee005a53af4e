import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, event, expense } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { ExpenseList } from "@/components/expenses/expense-list";
import { peopleIn, withPersonIndexes } from "@/components/people/person-indexes";
import { toListedExpense } from "@/components/expenses/listed-expense";

const listed = [toListedExpense(expense, ana._id)];
const people = peopleIn(listed);
const expenses = withPersonIndexes(listed, people);

let sent: Sent[];
let undone: () => FakeResponse;
let rendered: typeof expenses;

beforeEach(() => {
  rendered = expenses;
  sent = fakeApi(({ method }) =>
    method === "GET" ? { body: [] } : method === "PUT" ? undone() : { body: { success: true } },
  );
});

async function deletePizza() {
  showScreen(ana, () => (
    <ExpenseList
      event={{ ...event, closed: false }}
      hasSettled={false}
      people={people}
      expenses={rendered}
      nextCursor={null}
    />
  ));
  await userEvent.click(screen.getByRole("button", { name: "Delete Pizza" }));
  const dialog = screen.getByRole("alertdialog", { hidden: true });
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete", hidden: true }));
  expect(await screen.findByText("Expense deleted")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Pizza" })).toBeNull();
}

test("Undo restores the deleted row", async () => {
  undone = () => ({ body: {} });
  await deletePizza();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("link", { name: "Pizza" })).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ method: "PUT", path: `/api/expenses/${expense._id}/restore` });
  expect(screen.queryByText("Expense deleted")).toBeNull();
});

test("if Undo is refused, the server's reason is shown, and the row stays hidden", async () => {
  undone = () => refusal(409, "former-member", "Cleo has left the group.");
  await deletePizza();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Cleo has left the group.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("link", { name: "Pizza" })).toBeNull());
});

test("a row that another tab restored is shown again", async () => {
  await deletePizza();
  const refresh = () => act(async () => router.refresh());
  // A response from before the deletion.
  await refresh();
  expect(screen.queryByRole("link", { name: "Pizza" })).toBeNull();
  rendered = [];
  await refresh();
  rendered = expenses;
  await refresh();
  expect(screen.getByRole("link", { name: "Pizza" })).toBeVisible();
});
