import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, offline, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, event, expense, group } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { actAs } from "@/lib/client/call";
import { SESSION_ACTIVE_EVENT } from "@/lib/client/last-write";
import { forgetDrafts, getDraft } from "@/components/offline/drafts";
import { listUnsent } from "@/components/offline/outbox";
import { OfflineBanner } from "@/components/offline/offline-banner";
import type { Person } from "@/lib/contract/people";
import { addExpensePath, sharePath } from "@/lib/paths";
import { ExpenseForm } from "./expense-form";

const FORM = addExpensePath(group._id, event._id);
let sent: Sent[] = [];
let response: (call: Sent) => FakeResponse | undefined;
const titleOf = ({ body }: Sent) => (body as { description: string }).description;
const posts = () => sent.filter(({ method }) => method === "POST");
const online = jest.spyOn(navigator, "onLine", "get");

beforeEach(() => {
  history.replaceState(null, "", FORM);
  response = () => ({ status: 201, body: expense });
  sent = fakeApi((call) => (call.method === "GET" ? { body: [] } : response(call)));
});
afterAll(() => online.mockRestore());

const show = (user: Person = ana, one: { friendId?: string } = {}) =>
  showScreen(user, () => (
    <>
      <OfflineBanner noun="expense" />
      <ExpenseForm group={group} event={event} {...one} />
    </>
  ));

/** Enters an expense without a connection. */
async function enter(description: string) {
  online.mockReturnValue(false);
  response = () => offline;
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

const REFUSAL = "Everyone selected must be a member of the group.";
const refuse = () => refusal(422, "invalid", REFUSAL);

test("an expense on a line that hangs waits in the end, and is added once", async () => {
  const line = new AbortController();
  const patience = jest.spyOn(AbortSignal, "timeout").mockReturnValue(line.signal);
  sent = fakeApi(({ method }) => (method === "GET" ? { body: [] } : new Promise(() => {})));
  show();
  await userEvent.type(screen.getByLabelText("Description"), "Soup");
  await userEvent.type(screen.getByLabelText("Amount"), "12.50");
  await userEvent.click(screen.getByRole("button", { name: "Add Expense" }));
  expect(await screen.findByRole("button", { name: "Adding…" })).toBeDisabled();
  await waitFor(() => expect(posts()).toHaveLength(1));
  patience.mockRestore();
  const [{ key }] = posts() as [Sent];
  sent = fakeApi(({ method }) => (method === "GET" ? { body: [] } : { status: 201, body: expense }));
  line.abort();
  // It is queued, and the line works again.
  await waitFor(() => expect(posts().map((one) => one.key)).toEqual([key]));
  await waitFor(() => expect(listUnsent(ana._id)).toEqual([]));
  expect(screen.getByLabelText("Description")).toHaveValue("");
});

/** Opens a screen without the form. */
function openFriends(user: Person = ana) {
  history.replaceState(null, "", "/friends");
  return showScreen(user, () => (
    <>
      <OfflineBanner noun="expense" />
      <main id="main" />
    </>
  ));
}

/** Enters these offline, leaves the form, and connects on another screen. */
async function enterAndReconnect(
  titles: readonly string[],
  respond: (call: Sent) => FakeResponse | undefined,
) {
  const form = show();
  for (const title of titles) await enter(title);
  form.unmount();
  openFriends();
  response = respond;
  reconnect();
}

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

  response = () => ({ status: 201, body: expense });
  reconnect();
  await done();
  expect(posts()).toEqual(tries);
  expect(posts().map(titleOf)).toEqual(["Taxi", "Pizza"]);
  expect(await screen.findByText("2 expenses added")).toBeVisible();
  expect(router.refresh).toHaveBeenCalled();
});

test("they wait as long as there is no answer, and are sent until there is one", async () => {
  show();
  await enter("Taxi");
  response = () => offline;
  reconnect();
  await waitFor(() => expect(posts().length).toBeGreaterThan(1));
  await waiting("1 expense waiting to be sent.");
  response = () => ({ status: 201, body: expense });
  reconnect();
  await done();
  expect(await screen.findByText("1 expense added")).toBeVisible();
  const before = posts().length;
  reconnect();
  expect(posts()).toHaveLength(before);
  // The server recognizes repetitions by their key.
  expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
});

test("an expense whose event is gone says so", async () => {
  await enterAndReconnect(["Taxi"], () => refusal(404, "not-found", "We couldn't find that."));
  await waiting(
    "“Taxi, $12.50” was not added. Where it belongs was deleted, or is no longer shared with you.",
  );
});

test("an expense that is refused waits for the user, who edits it in a form of its own", async () => {
  await enterAndReconnect(["Taxi"], refuse);
  await waiting(`“Taxi, $12.50” was not added. ${REFUSAL}`);
  const [{ key, body }] = posts() as [Sent];
  const form = `${FORM}?unsent=${key}`;
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(router.push).toHaveBeenCalledWith(form);
  cleanup();

  history.replaceState(null, "", form);
  const { unmount } = show();
  expect(screen.getByLabelText("Description")).toHaveValue("Taxi");
  expect(screen.getByLabelText("Amount")).toHaveValue("12.50");
  // Today may be another day now.
  const { date } = body as { date: string };
  expect(getDraft(ana._id, form)).toMatchObject({ values: { date } });

  // The tab is closed. The expense waits for its user on every screen, as it was, and with what was typed.
  await userEvent.type(screen.getByLabelText("Description"), " home");
  unmount();
  const { unmount: leave } = openFriends();
  await waiting(`“Taxi, $12.50” was not added. ${REFUSAL}`);
  leave();
  history.replaceState(null, "", form);
  show();
  expect(screen.getByLabelText("Description")).toHaveValue("Taxi home");

  sent.length = 0;
  reconnect();
  response = () => ({ status: 201, body: expense });
  await userEvent.click(screen.getByRole("button", { name: "Add Expense" }));
  await done();
  // With its key, the server adds it once, even if another tab has added it in the meantime.
  expect(posts()).toMatchObject([{ key, body: { description: "Taxi home", date } }]);
  expect(listUnsent(ana._id)).toEqual([]);
  expect(getDraft(ana._id, form)).toBeNull();
});

test("a refused expense that another tab has added with other values waits no longer, and is another one", async () => {
  await enterAndReconnect(["Taxi"], refuse);
  await waiting(`“Taxi, $12.50” was not added. ${REFUSAL}`);
  const [{ key }] = posts() as [Sent];
  cleanup();
  history.replaceState(null, "", `${FORM}?unsent=${key}`);
  show();
  const saved = "This was already saved, with different values.";
  response = () => refusal(409, "conflict", saved);
  await userEvent.type(screen.getByLabelText("Description"), " home{Enter}");
  expect(await screen.findByText(saved)).toBeVisible();
  expect(listUnsent(ana._id)).toEqual([]);
  expect(screen.getByLabelText("Description")).toHaveValue("Taxi home");
  response = () => ({ status: 201, body: expense });
  await waitFor(() => expect(screen.getByRole("button", { name: "Add Expense" })).toBeEnabled());
  sent.length = 0;
  await userEvent.click(screen.getByRole("button", { name: "Add Expense" }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]?.key).not.toBe(key);
});

test("a refused expense between friends is edited in the form of the event that they share by then", async () => {
  history.replaceState(null, "", sharePath(ben._id));
  const { unmount } = show(ana, { friendId: ben._id });
  await enter("Taxi");
  response = refuse;
  reconnect();
  await waiting(`“Taxi, $12.50” was not added. ${REFUSAL}`);
  const [{ key }] = posts() as [Sent];
  await userEvent.click(screen.getByRole("button", { name: "Edit" }));
  expect(router.push).toHaveBeenCalledWith(`${sharePath(ben._id)}?unsent=${key}`);
  unmount();
  // Their event's form, to which that path leads.
  const form = `${FORM}?unsent=${key}`;
  history.replaceState(null, "", form);
  show();
  expect(screen.getByLabelText("Description")).toHaveValue("Taxi");
  sent.length = 0;
  reconnect();
  response = () => ({ status: 201, body: expense });
  await userEvent.click(screen.getByRole("button", { name: "Add Expense" }));
  await waitFor(() => expect(listUnsent(ana._id)).toEqual([]));
  expect(posts()).toMatchObject([{ key, body: { eventId: event._id, description: "Taxi" } }]);
  expect(getDraft(ana._id, form)).toBeNull();
});

test("a refused expense that is edited and saved without a connection is sent once, as it is now", async () => {
  await enterAndReconnect(["Taxi"], refuse);
  await waiting("“Taxi, $12.50” was not added.");
  cleanup();
  online.mockReturnValue(false);
  response = () => offline;
  history.replaceState(null, "", `${FORM}?unsent=${posts()[0]?.key}`);
  show();
  await userEvent.type(screen.getByLabelText("Description"), " home{Enter}");
  await waiting("You're offline. 1 expense waiting to be sent.");
  expect(listUnsent(ana._id)).toMatchObject([{ title: "Taxi home, $12.50" }]);
  sent.length = 0;
  response = () => ({ status: 201, body: expense });
  reconnect();
  await done();
  expect(posts().map(titleOf)).toEqual(["Taxi home"]);
});

test("a refusal that arrives after another tab has finished with the expense does not bring it back", async () => {
  await enterAndReconnect(["Taxi"], () => {
    localStorage.clear();
    return refuse();
  });
  await done();
  expect(listUnsent(ana._id)).toEqual([]);
});

test.each<[string, FakeResponse]>([
  ["403 without a body", { status: 403, body: undefined }],
  ["404 with a page", { status: 404, body: "<h1>Not found</h1>" }],
  ["408 without a body", { status: 408, body: undefined }],
  ["410 with a body that is not the API's", { status: 410, body: { error: "Gone", code: "not-found" } }],
  ["200 with a page", { status: 200, body: undefined }],
])("an answer that is not the API's refuses nothing: %s", async (_what, stranger) => {
  await enterAndReconnect(["Taxi", "Pizza"], (call) =>
    titleOf(call) === "Taxi" ? stranger : { status: 201, body: expense },
  );
  expect(await screen.findByText("1 expense added")).toBeVisible();
  await waiting("1 expense waiting to be sent.");
  expect(listUnsent(ana._id)).toMatchObject([{ title: "Taxi, $12.50" }]);
  response = () => ({ status: 201, body: expense });
  reconnect();
  await done();
  expect(listUnsent(ana._id)).toEqual([]);
});

test("it is not sent again, and can be discarded", async () => {
  await enterAndReconnect(["Taxi"], refuse);
  await waiting("“Taxi, $12.50” was not added.");
  const before = posts().length;
  reconnect();
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  await done();
  expect(screen.getByRole("main")).toHaveFocus();
  expect(posts()).toHaveLength(before);
  expect(listUnsent(ana._id)).toEqual([]);
});

test.each([
  ["is refused", refuse],
  ["fails on the server", () => undefined],
])("one that %s does not hold back the others", async (_what, respond) => {
  await enterAndReconnect(["Taxi", "Pizza"], (call) =>
    titleOf(call) === "Taxi" ? respond() : { status: 201, body: expense },
  );
  expect(await screen.findByText("1 expense added")).toBeVisible();
  expect(listUnsent(ana._id)).toMatchObject([{ title: "Taxi, $12.50" }]);
});

test("one that has waited for so long that the server may have forgotten its key is not sent", async () => {
  const now = jest.spyOn(Date, "now");
  const form = show();
  now.mockReturnValue(new Date().getTime() - 29 * 24 * 60 * 60 * 1000);
  await enter("Taxi");
  now.mockRestore();
  form.unmount();
  openFriends();
  const before = posts().length;
  reconnect();
  await waiting("“Taxi, $12.50” was not added. It has waited for more than 28 days");
  expect(posts()).toHaveLength(before);
});

test("they are sent for the person who entered them, until that person logs out, not others", async () => {
  const form = show();
  await enter("Taxi");
  form.unmount();
  actAs(ana._id);
  const other = openFriends(ben);
  reconnect();
  await done();
  expect(posts()).toHaveLength(1);
  other.unmount();

  // Someone else is signed in by now.
  response = () => refusal(403, "wrong-actor", "You can only do this as yourself.");
  openFriends();
  reconnect();
  await waitFor(() => expect(posts().length).toBeGreaterThan(1));
  await waiting("1 expense waiting to be sent.");
  forgetDrafts(ben._id);
  expect(listUnsent(ana._id)).toHaveLength(1);
  forgetDrafts(ana._id);
  expect(listUnsent(ana._id)).toEqual([]);
});

async function submit(title: string) {
  await userEvent.type(screen.getByLabelText("Description"), title);
  await userEvent.type(screen.getByLabelText("Amount"), "12.50{Enter}");
}

test("on a kept screen, an expense waits at once: a line without an answer is not waited for", async () => {
  const { dataset } = document.documentElement;
  dataset.asOf = String(Date.now());
  show();
  sent.length = 0;
  await submit("Taxi");
  await waiting("1 expense waiting to be sent.");
  expect(posts()).toEqual([]);
  reconnect();
  delete dataset.asOf;
  await done();
  expect(posts().map(titleOf)).toEqual(["Taxi"]);
});

test.each<[string, FakeResponse]>([
  ["the connection is cut", offline],
  ...[502, 503, 504].map((status): [string, FakeResponse] => [
    `a proxy answers ${status}`,
    { status, body: undefined },
  ]),
])(
  "while the browser says that it is online, and %s, an expense waits, and is added once",
  async (_, answer) => {
    online.mockReturnValue(true);
    show();
    response = () => answer;
    await submit("Taxi");
    await waiting("1 expense waiting to be sent.");
    expect(screen.getByLabelText("Description")).toHaveValue("");
    response = () => ({ status: 201, body: expense });
    reconnect();
    await done();
    expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
  },
);

test.each<[string, FakeResponse]>([
  ["500", refusal(500, "internal", "")],
  ["503", refusal(503, "unavailable", "")],
])("the application's own %s is shown in the form, and nothing waits", async (_, answer) => {
  online.mockReturnValue(true);
  show();
  response = () => answer;
  await submit("Taxi");
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(screen.getByLabelText("Description")).toHaveValue("Taxi");
  expect(listUnsent(ana._id)).toEqual([]);
});

test("an expense is kept for its form, even if the user has left it before the connection failed", async () => {
  show();
  online.mockReturnValue(false);
  response = () => {
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
  response = refuse;
  await userEvent.type(screen.getByLabelText("Description"), "Taxi");
  await userEvent.type(screen.getByLabelText("Amount"), "12.50{Enter}");
  expect(await screen.findByText(REFUSAL)).toBeVisible();
  expect(listUnsent(ana._id)).toEqual([]);
});

test("the form keeps what the browser cannot store", async () => {
  show();
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("The storage is full.");
  });
  online.mockReturnValue(false);
  response = () => offline;
  await userEvent.type(screen.getByLabelText("Description"), "Taxi");
  await userEvent.type(screen.getByLabelText("Amount"), "12.50{Enter}");
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(screen.getByLabelText("Description")).toHaveValue("Taxi");
  jest.restoreAllMocks();
});
