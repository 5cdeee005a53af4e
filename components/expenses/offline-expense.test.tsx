import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, offline, refusal, type Answer, type Sent } from "@/components/testing/fake-api";
import { ana, ben, event, expense, group } from "@/components/testing/fixtures";
import { router, showScreen } from "@/components/testing/show-screen";
import { actAs, SESSION_ACTIVE_EVENT } from "@/lib/api-client";
import { forgetDrafts, getDraft } from "@/components/forms/form-draft";
import { listUnsent } from "@/components/forms/outbox";
import { OfflineBanner } from "@/components/shell/offline-banner";
import type { Person } from "@/lib/schemas/answers";
import { addExpensePath } from "@/components/navigation/paths";
import { ExpenseForm } from "./expense-form";

const FORM = addExpensePath(group._id, event._id);
let sent: Sent[] = [];
let answer: () => Answer | undefined;
const posts = () => sent.filter(({ method }) => method === "POST");
const online = jest.spyOn(navigator, "onLine", "get");

beforeEach(() => {
  history.replaceState(null, "", FORM);
  answer = () => ({ status: 201, body: expense });
  sent = fakeApi((call) => (call.method === "GET" ? { body: [] } : answer()));
});
afterAll(() => online.mockRestore());

const show = (user: Person = ana) =>
  showScreen(user, () => (
    <>
      <OfflineBanner />
      <ExpenseForm group={group} event={event} />
    </>
  ));

/** Enters an expense without a connection. */
async function enter(description: string) {
  online.mockReturnValue(false);
  answer = () => offline;
  await userEvent.type(screen.getByLabelText("Description"), description);
  await userEvent.type(screen.getByLabelText("Amount"), "12.50");
  await userEvent.click(screen.getByRole("button", { name: "Add Expense" }));
  await waitFor(() => expect(screen.getByLabelText("Description")).toHaveValue(""));
}

/** The connection is back, and a call succeeds, such as the counts of requests. */
function reconnect() {
  online.mockReturnValue(true);
  act(() => {
    window.dispatchEvent(new Event("online"));
    window.dispatchEvent(new Event(SESSION_ACTIVE_EVENT));
  });
}

const waiting = (text: string) => waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(text));
const done = () => waitFor(() => expect(screen.getByRole("status")).toBeEmptyDOMElement());

test("expenses entered offline are sent in their order when online, with the keys of the first try", async () => {
  show();
  await enter("Taxi");
  await enter("Pizza");
  expect(screen.getAllByRole("alert").at(-1)).toHaveTextContent(
    "You're offline. The expense will be added when you're online.",
  );
  await waiting("You're offline. 2 expenses waiting to be sent.");
  const tries = posts();
  sent.length = 0;

  answer = () => ({ status: 201, body: expense });
  reconnect();
  await done();
  expect(posts()).toEqual(tries);
  expect(posts().map(({ body }) => (body as { description: string }).description)).toEqual(["Taxi", "Pizza"]);
  expect(screen.getByText("2 expenses were added.")).toBeVisible();
  expect(screen.queryByText("“Taxi” was added.")).toBeNull();
  expect(router.refresh).toHaveBeenCalled();
});

test("they wait as long as there is no answer, and are sent until there is one", async () => {
  show();
  await enter("Taxi");
  answer = () => undefined;
  reconnect();
  await waitFor(() => expect(posts().length).toBeGreaterThan(1));
  await waiting("1 expense waiting to be sent.");
  answer = () => ({ status: 201, body: expense });
  reconnect();
  await done();
  expect(screen.getByText("“Taxi” was added.")).toBeVisible();
  const before = posts().length;
  reconnect();
  expect(posts()).toHaveLength(before);
  // The server recognizes repetitions by their key.
  expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
});

/** Opens a screen without the form. */
function openFriends() {
  history.replaceState(null, "", "/friends");
  return showScreen(ana, () => <OfflineBanner />);
}

test("an expense that is refused is back in its form", async () => {
  const form = show();
  await enter("Taxi");
  form.unmount();
  const { unmount } = openFriends();
  answer = () => refusal(422, "invalid", "Everyone selected must be a member of the group.");
  reconnect();
  const message = "“Taxi” was not added. Everyone selected must be a member of the group.";
  expect(await screen.findByText(message)).toBeVisible();
  await done();
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(router.push).toHaveBeenCalledWith(FORM);
  // Today may be another day now.
  const { date } = posts()[0]!.body as { date: string };
  expect(getDraft(ana._id, FORM)).toMatchObject({ values: { date } });
  unmount();

  history.replaceState(null, "", FORM);
  show();
  expect(screen.getByLabelText("Description")).toHaveValue("Taxi");
  expect(screen.getByLabelText("Amount")).toHaveValue("12.50");
});

test("while its form is open, a refused expense waits, because the form would overwrite its draft", async () => {
  const { unmount } = show();
  await enter("Taxi");
  await enter("Bus");
  answer = () => refusal(422, "invalid", "Everyone selected must be a member of the group.");
  reconnect();
  expect(await screen.findByText(/^“Bus” was not added. Everyone selected/)).toBeVisible();
  expect(screen.queryByText(/^“Taxi” was not added/)).toBeNull();
  await userEvent.type(screen.getByLabelText("Description"), "Pizza");
  expect(listUnsent(ana._id)).toMatchObject([{ title: "Taxi" }, { title: "Bus" }]);
  await userEvent.clear(screen.getByLabelText("Description"));
  unmount();

  openFriends();
  reconnect();
  await waiting("1 expense waiting to be sent.");
  expect(getDraft(ana._id, FORM)).toMatchObject({ values: { description: "Taxi" } });
});

test("an expense is kept for its form, even if the user has left it before the connection failed", async () => {
  show();
  online.mockReturnValue(false);
  answer = () => {
    history.replaceState(null, "", "/friends");
    return offline;
  };
  await userEvent.type(screen.getByLabelText("Description"), "Taxi");
  await userEvent.type(screen.getByLabelText("Amount"), "12.50{Enter}");
  await waitFor(() => expect(listUnsent(ana._id)).toMatchObject([{ form: FORM }]));
});

test("a refusal is shown in the form, even if the browser says that it is offline", async () => {
  show();
  online.mockReturnValue(false);
  answer = () => refusal(422, "invalid", "Everyone selected must be a member of the group.");
  await userEvent.type(screen.getByLabelText("Description"), "Taxi");
  await userEvent.type(screen.getByLabelText("Amount"), "12.50{Enter}");
  expect(await screen.findByText("Everyone selected must be a member of the group.")).toBeVisible();
  expect(listUnsent(ana._id)).toEqual([]);
});

test("a refused expense becomes a draft even if the storage has been filled in the meantime", async () => {
  const { unmount } = show();
  await enter("Taxi");
  unmount();
  openFriends();
  const { setItem } = Storage.prototype;
  const full = jest.spyOn(Storage.prototype, "setItem").mockImplementation(function (
    this: Storage,
    ...entry
  ) {
    if (listUnsent(ana._id).length > 0) throw new Error("The storage is full.");
    setItem.apply(this, entry);
  });
  answer = () => refusal(422, "invalid", "Everyone selected must be a member of the group.");
  reconnect();
  await done();
  expect(getDraft(ana._id, FORM)).toMatchObject({ values: { description: "Taxi" } });
  full.mockRestore();
});

test("a second refused expense waits until the first has left the form", async () => {
  const { unmount } = show();
  await enter("Taxi");
  await enter("Pizza");
  unmount();
  openFriends();
  answer = () => refusal(404, "not-found", "We could not find that.");
  reconnect();
  await waiting("1 expense waiting to be sent.");
  expect(listUnsent(ana._id)).toMatchObject([{ title: "Pizza" }]);
});

test("they belong to the person who entered them", async () => {
  const { unmount } = show();
  await enter("Taxi");
  unmount();
  actAs(ana._id);
  show(ben);
  reconnect();
  await done();
  expect(posts()).toHaveLength(1);
  unmount();

  // Someone else is signed in now.
  answer = () => refusal(403, "wrong-actor", "You can only do this as yourself.");
  show();
  reconnect();
  await waitFor(() => expect(posts().length).toBeGreaterThan(1));
  expect(listUnsent(ana._id)).toHaveLength(1);
  forgetDrafts();
  expect(listUnsent(ana._id)).toEqual([]);
});

test("the form keeps what the browser cannot store", async () => {
  show();
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("The storage is full.");
  });
  online.mockReturnValue(false);
  answer = () => offline;
  await userEvent.type(screen.getByLabelText("Description"), "Taxi");
  await userEvent.type(screen.getByLabelText("Amount"), "12.50{Enter}");
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(screen.getByLabelText("Description")).toHaveValue("Taxi");
  jest.restoreAllMocks();
});
