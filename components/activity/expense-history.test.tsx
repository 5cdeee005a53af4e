import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, event, expense, group, person } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import type { Activity } from "@/lib/contract/activity";
import { ExpenseHistory } from "./expense-history";

const said = (n: number, actor: typeof ana, text: string): Activity => ({
  _id: String(n).padStart(24, "9"),
  kind: "comment",
  at: "2026-03-14T20:00:00.000Z",
  actor,
  group: { _id: group._id, title: group.title },
  eventId: event._id,
  expenseId: expense._id,
  people: [],
  title: "Pizza",
  amount: null,
  changes: [],
  text,
});

let history: Activity[];
let sent: Sent[];
let response: (call: Sent) => FakeResponse | Promise<FakeResponse> | undefined;

beforeEach(() => {
  history = [said(2, ben, "Was it not 28?"), said(1, ana, "With the tip")];
  response = () => undefined;
  sent = fakeApi((call) => (call.method === "GET" ? { body: [] } : response(call)));
});

const show = () =>
  showScreen(ana, () => <ExpenseHistory expenseId={expense._id} rows={history} nextCursor={null} />);
const field = () => screen.getByRole("textbox", { name: "Comment" });
const comment = () => screen.getByRole("button", { name: "Comment" });
const rows = () => screen.getAllByRole("listitem");

test("an edit shows each field before and after; empty values read 'none'", () => {
  const changes = [
    { field: "Amount", before: "$30.00", after: "$36.00" },
    { field: "Note", before: "", after: "With tip" },
  ];
  history = [{ ...said(3, ben, ""), kind: "expense-edited", changes }];
  show();
  expect(rows()[0]).toHaveTextContent("Ben changed Pizza");
  expect(rows()[0]).toHaveTextContent("Amount: $30.00 → changed to $36.00");
  expect(rows()[0]).toHaveTextContent("Note: none → changed to With tip");
});

test("people with the same first name are told apart", () => {
  history = [said(4, person(7, "Ben Adeyemi"), "Mine"), ...history];
  show();
  expect(rows()[0]).toHaveTextContent("Ben Adeyemi commented on Pizza");
  expect(rows()[1]).toHaveTextContent("Ben Okafor commented on Pizza");
});

test("a comment is sent, the field emptied, the screen refreshed", async () => {
  response = () => {
    history = [said(3, ana, "No, 30"), ...history];
    return { body: history[0] };
  };
  show();
  await userEvent.type(field(), "No, 30");
  await userEvent.click(comment());
  await waitFor(() => expect(rows()[0]).toHaveTextContent("No, 30"));
  expect(sent.at(-1)).toMatchObject({
    method: "POST",
    path: `/api/expenses/${expense._id}/comments`,
    body: { text: "No, 30" },
  });
  expect(field()).toHaveValue("");
});

test("a comment that was added is announced, because the focus stays on the button", async () => {
  response = () => ({ status: 201, body: {} });
  show();
  await userEvent.type(field(), "Was it good?");
  await userEvent.click(comment());
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Comment added"));
  await waitFor(() => expect(comment()).toHaveFocus());
});

test("what is typed while a comment is being sent stays", async () => {
  let finish: (response: FakeResponse) => void = () => {};
  response = () => new Promise<FakeResponse>((resolve) => (finish = resolve));
  show();
  await userEvent.type(field(), "No, 30");
  await userEvent.click(comment());
  await userEvent.type(field(), "!");
  finish({ body: said(3, ana, "No, 30") });
  await waitFor(() => expect(router.refresh).toHaveBeenCalled());
  expect(field()).toHaveValue("No, 30!");
});

test("a failed send keeps the text, and a retry creates no second comment", async () => {
  response = () => refusal(503, "unavailable", "The database can't be reached.");
  show();
  await userEvent.type(field(), "No, 30");
  await userEvent.click(comment());
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(field()).toHaveValue("No, 30");
  await userEvent.click(comment());
  const posts = () => sent.filter(({ method }) => method === "POST");
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts()[0]!.key).toBe(posts()[1]!.key);
  expect(router.refresh).not.toHaveBeenCalled();
});

test("a blank comment is not sent", async () => {
  show();
  await userEvent.click(comment());
  expect(await screen.findByText("Write a comment.")).toBeVisible();
  expect(field()).toHaveFocus();
  expect(sent.filter(({ method }) => method === "POST")).toEqual([]);
});

test("only one's own comments can be deleted", async () => {
  response = () => ({ body: { success: true } });
  show();
  expect(within(rows()[0]!).queryByRole("button")).toBeNull();
  await userEvent.click(within(rows()[1]!).getByRole("button", { name: "Delete comment" }));
  const dialog = screen.getByRole("alertdialog", { hidden: true });
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete", hidden: true }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(
    sent.some(({ method, path }) => method === "DELETE" && path === `/api/comments/${said(1, ana, "")._id}`),
  ).toBe(true);
});
