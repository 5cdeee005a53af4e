import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import type { ApiToken } from "@/lib/contract/account";
import { saveDraft } from "@/components/offline/drafts";
import { Account } from "./account";

/** The forms that were posted, which would leave the page. */
let posted: { action: string | null; fields: object }[] = [];
function post(event: SubmitEvent) {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  posted.push({ action: form.getAttribute("action"), fields: Object.fromEntries(new FormData(form)) });
}
const deleted = { action: "/api/sign-out", fields: { deleted: "1" } };

const phone = {
  _id: "5e1",
  device: "Chrome on Android",
  since: "2026-11-20T09:00:00.000Z",
  lastUsedOn: "2026-11-24",
  current: false,
};
const here = { ...phone, _id: "5e2", device: "Safari on Mac", lastUsedOn: "2026-11-23", current: true };
const script = {
  _id: "70a",
  name: "Bank script",
  scope: "write" as const,
  group: { _id: "g1", title: "Flat" },
  createdAt: "2026-11-01T09:00:00.000Z",
  expiresAt: "2027-01-30T09:00:00.000Z",
  lastUsedOn: "2026-11-23",
};
let tokens: ApiToken[] = [];
let recent = true;
const zero = { total: 0, friend: 0, group: 0 };

let sent: Sent[] = [];
let blocked = [ben, cleo];
const dinner = { _id: "e1", title: "Dinner", group: { _id: "g1", title: "Flat" } };
let openEvents = [dinner];
const overview = { body: { groups: [script.group] } };
let groups: () => FakeResponse | Promise<FakeResponse> | undefined = () => overview;
let change: () => FakeResponse | undefined = () => ({ body: { success: true } });
const writes = () =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

function show() {
  sent = fakeApi(({ method, path }) => {
    if (path === "/api/users/overview") return groups();
    if (method === "GET") return { body: [] };
    blocked = blocked.filter(({ _id }) => !path.endsWith(_id));
    return change();
  });
  const me = { id: ana._id, name: ana.name, picture: ana.picture, email: "ana@demo.test" };
  showScreen(ana, () => (
    <main>
      <Account
        user={me}
        counts={zero}
        sessions={[phone, here]}
        publicKey={null}
        pushDevices={[]}
        tokens={tokens}
        recent={recent}
        blocked={blocked}
        spending={[{ month: "2026-11", mine: 41.5 }]}
        openEvents={openEvents}
        problem={null}
      />
    </main>
  ));
}

beforeEach(() => {
  posted = [];
  window.addEventListener("submit", post);
  blocked = [ben, cleo];
  openEvents = [];
  tokens = [];
  recent = true;
  groups = () => overview;
  change = () => ({ body: { success: true } });
});

test("the devices are listed, this one first; each other one can be logged out", async () => {
  show();
  const devices = screen.getByRole("region", { name: "Your devices (2)" });
  const [first, second] = within(devices).getAllByRole("listitem");
  expect(first).toHaveTextContent(/^Safari on Mac.*This device$/);
  expect(within(first!).queryByRole("button")).toBeNull();
  expect(first).not.toHaveTextContent("Last used");
  expect(second).toHaveTextContent("Since Nov 20, 2026Last used Nov 24, 2026");
  await userEvent.click(within(second!).getByRole("button", { name: "Log out Chrome on Android" }));
  expect(posted).toEqual([{ action: "/api/users/sessions/5e1", fields: { user: ana._id } }]);
});

test("without a recent sign-in, the data and the deletion lead to signing in again", async () => {
  recent = false;
  show();
  expect(screen.queryByRole("link", { name: /Download|CSV/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete my account" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Sign in again" }));
  expect(posted).toEqual([{ action: "/api/sign-in", fields: { again: "1" } }]);
});

test("a sign-in that has become too old while the screen is open leads there, too", async () => {
  change = () => {
    recent = false;
    return refusal(403, "sign-in-again", "Please sign in again first.");
  };
  show();
  await deleteAccount();
  expect(await screen.findByText("Please sign in again first.")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Sign in again" })).toBeVisible();
  expect(posted).toEqual([]);
});

test("API tokens are listed with what they may do and where; each can be revoked", async () => {
  const other = {
    ...script,
    _id: "70b",
    name: "Chart",
    scope: "read" as const,
    group: null,
    lastUsedOn: null,
  };
  tokens = [script, other];
  show();
  const region = screen.getByRole("region", { name: "API tokens (2)" });
  const [first, second] = within(region).getAllByRole("listitem");
  expect(first).toHaveTextContent("Bank scriptRead and writeFlatLast used Nov 23, 2026Expires Jan 30, 2027");
  expect(second).toHaveTextContent("ChartReadAll groupsNot used yetExpires Jan 30, 2027");
  await userEvent.click(within(first!).getByRole("button", { name: "Revoke Bank script" }));
  expect(posted).toEqual([{ action: "/api/tokens/70a", fields: { user: ana._id } }]);
});

test("the data can be downloaded as JSON and CSV", () => {
  show();
  const json = screen.getByRole("link", { name: "Download my data (JSON)" });
  expect(json).toHaveAttribute("href", "/api/account/export");
  expect(json).toHaveAttribute("download");
  const csv = screen.getByRole("link", { name: "My expenses (CSV)" });
  expect(csv).toHaveAttribute("href", "/api/account/expenses.csv");
});

test("blocked people are listed until they are unblocked", async () => {
  show();
  expect(screen.getByRole("heading", { name: "Blocked people (2)" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Unblock Ben Okafor" }));
  expect(await screen.findByText(whole("Ben Okafor is no longer blocked"))).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Blocked people (1)" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Unblock Cleo Marsh" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Unblock Cleo Marsh" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: /Blocked people/ })).toBeNull());
  expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(writes()).toEqual([`DELETE /api/users/blocks/${ben._id}`, `DELETE /api/users/blocks/${cleo._id}`]);
});

async function deleteAccount() {
  await userEvent.click(screen.getByRole("button", { name: "Delete my account" }));
  const dialog = screen.getByRole("alertdialog", { name: "Are you sure you want to delete your account?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete my account" }));
}

test("deleting the account asks first, then signs out", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Delete my account" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(writes()).toEqual([]);
  await deleteAccount();
  await waitFor(() => expect(posted).toEqual([deleted]));
  expect(writes()).toEqual(["DELETE /api/account"]);
});

test("the buttons that log out post forms, and are busy until the next page, or if this one is shown again", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Log out everywhere" }));
  expect(posted).toEqual([{ action: "/api/sign-out", fields: { everywhere: "1" } }]);
  expect(screen.getByRole("button", { name: "Logging out…" })).toBeDisabled();
  fireEvent(window, new PageTransitionEvent("pageshow", { persisted: true }));
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(posted.slice(1)).toEqual([{ action: "/api/sign-out", fields: {} }]);
});

/** The dialog that links to the dinner, and offers nothing but to close it. */
async function expectUnsettled() {
  const dialog = await screen.findByRole("alertdialog", { name: "You still have unsettled payments" });
  const link = within(dialog).getByRole("link");
  expect(link).toHaveTextContent("Dinner");
  expect(link).toHaveAttribute("href", "/groups/g1/events/e1");
  expect(within(dialog).getAllByRole("button")).toEqual([
    within(dialog).getByRole("button", { name: "Close" }),
  ]);
}

test("with unsettled payments it links to them instead of asking", async () => {
  openEvents = [dinner];
  show();
  await userEvent.click(screen.getByRole("button", { name: "Delete my account" }));
  await expectUnsettled();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(writes()).toEqual([]);
});

test("it links to payments that are newer than the screen", async () => {
  const reason = "You still have unsettled payments. Settle them first, then delete your account.";
  change = () => {
    openEvents = [dinner];
    return refusal(409, "unsettled-payments", reason);
  };
  show();
  await deleteAccount();
  await expectUnsettled();
  expect(posted).toEqual([]);
  // Settled elsewhere.
  openEvents = [];
  act(() => void router.refresh());
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName(
    "Are you sure you want to delete your account?",
  );
});

test("a failure is shown, and nobody is signed out", async () => {
  change = () => undefined;
  show();
  await deleteAccount();
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(posted).toEqual([]);
});

/** It stays open while the page is loaded. */
async function openTokenForm() {
  const summary = screen.getByText("New token");
  if (!summary.closest("details")!.open) await userEvent.click(summary);
}

test("no token is created before the groups are known", async () => {
  groups = () => undefined;
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  show();
  await openTokenForm();
  expect(await screen.findByText("Failed to load data.")).toBeVisible();
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.getByRole("button", { name: "Create token" })).toBeDisabled();
  let respond: (response: FakeResponse) => void = () => {};
  groups = () => new Promise((resolve) => (respond = resolve));
  expect(log).toHaveBeenCalledWith("/api/users/overview could not be loaded.", expect.anything());
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  act(() => respond(overview));
  expect(await screen.findByRole("option", { name: "Flat" })).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Access to" })).toHaveDisplayValue("All groups");
  expect(screen.getByRole("button", { name: "Create token" })).toBeEnabled();
});

test("a draft for a group that the user is not in does not show all groups", async () => {
  const untouched = { name: "", scope: "read", groupId: "", days: "90" };
  saveDraft(ana._id, "/", {
    values: { ...untouched, name: "Bank", groupId: "g9" },
    untouched,
    attempt: null,
  });
  show();
  await openTokenForm();
  expect(await screen.findByRole("option", { name: "A group you're not in" })).toBeVisible();
  expect(screen.getByRole("combobox", { name: "Access to" })).toHaveDisplayValue("A group you're not in");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Access to" }), "Flat");
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText("Token created")).toBeVisible();
  expect(sent.find(({ method }) => method === "POST")?.body).toMatchObject({ groupId: "g1" });
});

test("a new token is shown once, also when the sign-in becomes too old meanwhile", async () => {
  const token = "evenly_secret";
  const copied: string[] = [];
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
  change = () => {
    tokens = [script];
    recent = false;
    return { body: { ...script, token } };
  };
  show();
  const region = screen.getByRole("region", { name: /^API tokens/ });
  await openTokenForm();
  expect(await screen.findByRole("option", { name: "Flat" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(/Please enter a name/);
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Bank script");
  await userEvent.click(
    within(screen.getByRole("group", { name: "Permissions" })).getByRole("radio", { name: "Read and write" }),
  );
  const days = screen.getByRole("textbox", { name: "Days until it expires" });
  await userEvent.clear(days);
  await userEvent.type(days, "400");
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(days).toHaveAccessibleDescription("Enter a number of days from 1 to 365.");
  expect(writes()).toEqual([]);
  await userEvent.clear(days);
  await userEvent.type(days, "30");
  await userEvent.click(screen.getByRole("button", { name: "Create token" }));
  expect(await screen.findByText(token)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Bank script", level: 3 })).toHaveFocus();
  expect(screen.getByText(token).closest("[data-keep-screen]")).not.toBeNull();
  expect(within(region).getByRole("status")).toHaveTextContent(/^Token created$/);
  expect(sent.find(({ method }) => method === "POST")).toMatchObject({
    path: "/api/tokens",
    body: { name: "Bank script", scope: "write", days: 30 },
  });
  await userEvent.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText("Token copied.")).toBeVisible();
  expect(copied).toEqual([token]);
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined });
  await userEvent.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText("Couldn't copy it. Select the token and copy it yourself.")).toBeVisible();
  expect(router.refresh).not.toHaveBeenCalled();
  act(() => void router.refresh());
  expect(await screen.findByRole("button", { name: "Sign in to create a token" })).toBeVisible();
  expect(screen.getByText(token)).toBeVisible();
  expect(JSON.stringify(localStorage)).not.toContain(token);
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.queryByText(token)).toBeNull();
  expect(screen.getByRole("heading", { name: "API tokens (1)" })).toHaveFocus();
  expect(router.refresh).toHaveBeenCalledTimes(2);
});
