import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, offline, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, person, settlement } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { uncaughtAfter } from "@/testing/components/uncaught";
import { whole } from "@/testing/components/whole-text";
import type { Relationship } from "@/lib/core/friends";
import type { Person, Profile } from "@/lib/contract/people";
import type { HistoryLine, OpenPayment } from "@/lib/contract/settlements";
import { FriendProfile, type FriendProfileProps } from "./friend-profile";

let friend: Person;
const profile = (relationship: Relationship): Profile => ({
  ...friend,
  email: "ben****@demo.test",
  relationship,
  ...(["asked", "requested"].includes(relationship) && { requestId: "77" }),
});

const trip: OpenPayment["event"] = { _id: "e1", title: "Trip", date: "2026-03-14T00:00:00.000Z" };
const flat: OpenPayment["group"] = { _id: "g1", title: "Flat", icon: "" };
const debt: OpenPayment = { settlement: settlement(1, ana, ben, 5), event: trip, group: flat };
const claim: OpenPayment = {
  settlement: settlement(2, ben, ana, 12.5),
  event: { ...trip, _id: "e2", title: "Dinner" },
  group: flat,
};

/** What two people have between them who share nothing. */
const nothing = {
  viewer: ana,
  open: [],
  settledTogether: [],
  groups: [],
  pair: null,
  recordIn: null,
  history: { rows: [], nextCursor: null },
};
let open: OpenPayment[] = [];
let sent: Sent[] = [];
let change: () => FakeResponse | Promise<FakeResponse> | undefined;
const writes = () =>
  sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

/** Behind the dialog, there is a button with the same name. */
const confirm = async () =>
  userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Settle up" }));

/** @param afterwards the relationship after the change */
function show(relationship: Relationship, afterwards = relationship) {
  let now = relationship;
  sent = fakeApi(({ method }) => {
    if (method === "GET") return { body: [] };
    const response = change();
    if (response) now = afterwards;
    return response;
  });
  return showScreen(ana, () => (
    <main>
      <FriendProfile {...nothing} profile={profile(now)} open={open} />
    </main>
  ));
}

beforeEach(() => {
  friend = ben;
  open = [debt];
  change = () => ({ body: { success: true, _id: "77", accepted: false } });
});

afterEach(() => jest.useRealTimers());

test("with a friend, expenses are added and listed one-to-one", () => {
  const pair = { _id: "e9", groupId: "g9", title: "You and Ben", expenseCount: 3 };
  showScreen(ana, () => <FriendProfile {...nothing} profile={profile("friends")} pair={pair} />);
  expect(screen.getByRole("link", { name: "Add expense" })).toHaveAttribute(
    "href",
    `/friends/${ben._id}/add-expense`,
  );
  const shared = screen.getByRole("link", { name: "You and Ben" });
  expect(shared).toHaveAttribute("href", "/groups/g9/events/e9");
  expect(shared.closest("li")).toHaveTextContent("3 expenses");
});

test("what the two share one-to-one is counted with their groups", () => {
  const groups = Array.from({ length: 9 }, (_, index) => ({ ...flat, _id: `g${index}`, amount: 0 }));
  const pair = { _id: "e9", groupId: "g9", title: "You and Ben", expenseCount: 3 };
  showScreen(ana, () => (
    <FriendProfile {...nothing} profile={profile("friends")} groups={groups} pair={pair} />
  ));
  expect(region("Shared groups").getByRole("button", { name: "Show all 10" })).toBeVisible();
});

test("with a friend, the usual split is that of the two, once they share something", async () => {
  sent = fakeApi(() => ({ body: { default: null, presets: [], rev: 0 } }));
  const pair = { _id: "e9", groupId: "g9", title: "You and Ben", expenseCount: 3 };
  const { unmount } = show1({ pair });
  await press("Usually split");
  expect(await screen.findByText("New expenses between the two of you start with this split.")).toBeVisible();
  await press("Add a preset");
  expect(await screen.findByLabelText(`Percent for ${ben.name}`)).toBeVisible();
  expect(sent.map(({ path }) => path)).toContain("/api/groups/g9/splits");
  unmount();
  for (const props of [{ pair: null }, { pair, profile: profile("none") }]) {
    const shown = show1(props);
    expect(screen.queryByRole("button", { name: "Usually split" })).toBeNull();
    shown.unmount();
  }
});

const show1 = (props: Partial<FriendProfileProps>) =>
  showScreen(ana, () => <FriendProfile {...nothing} profile={profile("friends")} {...props} />);

test("the groups that both are in show the part in each; a payment can be recorded for them", () => {
  show1({
    groups: [
      { ...flat, amount: -5 },
      { _id: "g2", title: "Trip", icon: "", amount: 0 },
    ],
    recordIn: { _id: "e1", groupId: "g1" },
  });
  const rows = region("Shared groups").getAllByRole("listitem");
  expect(rows.map((row) => [within(row).getByRole("link").getAttribute("href"), row.textContent])).toEqual([
    ["/groups/g1", expect.stringMatching(/Flat\s*you owe \$5\.00$/)],
    ["/groups/g2", "Trip"],
  ]);
  expect(screen.getByRole("link", { name: "Record a payment" })).toHaveAttribute(
    "href",
    `/groups/g1/events/e1/record-payment?to=${ben._id}`,
  );
});

const line: HistoryLine = {
  kind: "expense",
  _id: "x1",
  description: "Fondue",
  date: "2026-03-14T12:00:00.000Z",
  paidBy: ana,
  otherPayers: 0,
  total: 30,
  amount: 15,
  debtor: ben,
  eventId: "e1",
  group: { _id: "g1", title: "Flat" },
};

test("the history between the two is listed by month, with further pages", async () => {
  const paid = { ...line, kind: "payment" as const, _id: "x2", description: "Payment", amount: -5 };
  const older = { ...line, _id: "x3", description: "Wine", paidBy: ben, debtor: ana };
  sent = fakeApi(() => ({ body: [{ ...older, date: "2025-12-31T23:00:00.000Z" }] }));
  show1({
    history: {
      rows: [line, { ...paid, paidBy: ben, total: 5, date: "2026-02-01T12:00:00.000Z" }],
      nextCursor: "more",
    },
  });
  const between = within(screen.getByRole("region", { name: "Between you" }));
  expect(screen.getByText("Spreadsheet (CSV)").closest("a")).toHaveAttribute(
    "href",
    `/api/users/${ben._id}/expenses.csv`,
  );
  await userEvent.click(between.getByRole("button", { name: "Show more" }));
  expect(await between.findByRole("link", { name: "Wine" })).toBeVisible();
  expect(sent.at(-1)?.path).toContain(`/api/users/${ben._id}/history?`);
  expect(between.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    "Mar 2026",
    "Feb 2026",
    "Dec 2025",
  ]);
  expect(between.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^FondueYou paid \$30\.00 .*Flat\+\$15\.00 Ben owes more$/),
    expect.stringMatching(/^PaymentBen paid \$5\.00 .*Flat−\$5\.00 Ben owes less$/),
    expect.stringMatching(/^WineBen paid \$30\.00 .*Flat\+\$15\.00 you owe more$/),
  ]);
});

test("a guest's profile leads to their link, one's own to the account", () => {
  const guest: Profile = { ...profile("none"), guest: true };
  const { unmount } = show1({ profile: guest, groups: [{ ...flat, amount: 0 }], recordIn: null });
  expect(screen.getByRole("link", { name: "Their link" })).toHaveAttribute("href", "/groups/g1/invite");
  expect(screen.queryByRole("button")).toBeNull();
  unmount();
  show1({ profile: { ...profile("self"), _id: ana._id } });
  expect(screen.getByRole("link", { name: "Account" })).toHaveAttribute("href", "/account");
  expect(screen.queryByRole("button")).toBeNull();
});

test("shows name, masked email, and relationship", () => {
  show("friends");
  expect(screen.getByRole("heading", { name: "Ben Okafor" })).toBeVisible();
  expect(screen.getByText(/^ben/)).toHaveTextContent("ben****@demo.test");
  expect(screen.getByRole("status")).toHaveTextContent("you owe $5.00");
  expect(sent).toEqual([]);
});

test("has no actions on one's own profile", () => {
  show("self");
  expect(screen.queryByRole("button")).toBeNull();
});

test("Add Friend becomes a disabled 'Request Sent'", async () => {
  show("none", "requested");
  await press("Add Friend");
  expect(await screen.findByRole("button", { name: "Request Sent" })).toBeDisabled();
  expect(writes()).toEqual(["POST /api/users/friends/request"]);
});

test("if the other person has sent a request meanwhile, the two are friends", async () => {
  change = () => ({ body: { success: true, _id: "77", accepted: true } });
  show("none", "friends");
  await press("Add Friend");
  expect(await screen.findByRole("button", { name: "Delete Friend" })).toBeVisible();
  expect(screen.getByText(whole("You and Ben Okafor are friends now"))).toBeVisible();
});

test("an answer that comes when the user has logged out is no error", async () => {
  let response = (): void => undefined;
  change = () =>
    new Promise<FakeResponse>((resolve) => (response = () => resolve({ body: { success: true } })));
  const { unmount } = show("asked");
  await press("Ignore");
  await waitFor(() => expect(writes()).toHaveLength(1));
  unmount();
  expect(await uncaughtAfter(response)).toEqual([]);
});

test("a received request can be accepted here", async () => {
  show("asked", "friends");
  const asks = screen.getByText(whole("Ben Okafor wants to be your friend."));
  expect(within(asks).getByText("Ben Okafor")).toHaveAttribute("translate", "no");
  await press("Add Friend");
  expect(await screen.findByRole("button", { name: "Delete Friend" })).toBeVisible();
  expect(writes()).toEqual(["PUT /api/users/friends/requests/77/accept"]);
});

test.each<[string, Relationship, string]>([
  ["a request that was sent is withdrawn", "requested", "Withdraw request"],
  ["a request that was received is ignored", "asked", "Ignore"],
])("%s", async (_label, before, button) => {
  show(before, "none");
  await press(button);
  await waitFor(() => expect(screen.getByRole("button", { name: "Add Friend" })).toBeEnabled());
  expect(screen.queryByRole("button", { name: button })).toBeNull();
  expect(writes()).toEqual(["DELETE /api/users/friends/requests/77"]);
});

test.each<[Relationship, Relationship, string, string]>([
  ["none", "requested", "Add Friend", "Withdraw request"],
  ["asked", "friends", "Add Friend", "Ben Okafor"],
  ["asked", "none", "Ignore", "Add Friend"],
  ["requested", "none", "Withdraw request", "Add Friend"],
  ["blocked", "none", "Unblock", "Ben Okafor"],
])("the focus stays on the profile: %s to %s", async (before, afterwards, button, next) => {
  show(before, afterwards);
  await press(button);
  await waitFor(() => expect(document.activeElement).toHaveTextContent(next));
});

test("deleting a friend needs a confirmation, then leads home", async () => {
  show("friends", "none");
  await press("Delete Friend");
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName(
    "Are you sure you want to delete this friend?",
  );
  expect(screen.getByRole("alertdialog")).toHaveTextContent(
    "1 payment between you is still unsettled: you owe $5.00.",
  );
  await press("Cancel");
  expect(writes()).toEqual([]);

  await press("Delete Friend");
  await press("Delete");
  expect(await screen.findByText("Friend deleted")).toBeVisible();
  expect(writes()).toEqual([`DELETE /api/users/friends/${ben._id}?userId=${ana._id}`]);
  expect(router.push).toHaveBeenCalledWith("/friends");
});

test.each([
  ["no answer", () => offline],
  ["the server's failure", () => refusal(500, "internal", "Something went wrong. Please try again.")],
])("a failed delete is reported in its own words, and the profile stays: %s", async (_label, fail) => {
  change = fail;
  show("friends");
  await press("Delete Friend");
  await press("Delete");
  expect(await screen.findByText("Failed to delete friend")).toBeVisible();
  expect(router.push).not.toHaveBeenCalled();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("an action on an outdated profile is refused, and shows the relationship as it is now", async () => {
  change = () => refusal(404, "not-found", "We couldn't find that.");
  show("friends", "none");
  await press("Delete Friend");
  await press("Delete");
  expect(await screen.findByText("Failed to delete friend")).toBeVisible();
  expect(await screen.findByRole("button", { name: "Add Friend" })).toBeVisible();
});

test("a failed friend request is reported for 3 seconds", async () => {
  jest.useFakeTimers();
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  change = () => undefined;
  show("none");
  fireEvent.click(screen.getByRole("button", { name: "Add Friend" }));
  await wait(0);
  expect(screen.getByRole("alert")).toHaveTextContent("Failed to send friend request");
  await wait(2900);
  expect(screen.getByRole("alert")).toBeVisible();
  await wait(100);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("blocking needs a confirmation, then leads home", async () => {
  show("friends");
  await press("Block");
  expect(screen.getByRole("alertdialog")).toHaveTextContent("Are you sure you want to block Ben Okafor?");
  await press("Cancel");
  expect(writes()).toEqual([]);

  await press("Block");
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Block" }));
  expect(await screen.findByText(whole("Ben Okafor is blocked"))).toBeVisible();
  expect(writes()).toEqual(["POST /api/users/blocks"]);
  expect(router.push).toHaveBeenCalledWith("/friends");
});

test("the profile of a blocked person only offers to unblock", async () => {
  open = [];
  show("blocked", "none");
  expect(screen.getAllByRole("button").map((one) => one.textContent)).toEqual(["Unblock"]);
  await press("Unblock");
  expect(await screen.findByRole("button", { name: "Add Friend" })).toBeVisible();
  expect(writes()).toEqual([`DELETE /api/users/blocks/${ben._id}`]);
});

test("a failed block is reported, and the profile stays", async () => {
  change = () => undefined;
  show("none");
  await press("Block");
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Block" }));
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  expect(router.push).not.toHaveBeenCalled();
});

const region = (name: string) => within(screen.getByRole("region", { name }));

test("a friend with the viewer's first name is told apart from the viewer", async () => {
  friend = person(9, "Ana Okafor");
  open = [settlement(1, ana, friend, 5), settlement(2, ana, friend, 3)].map((one) => ({
    ...debt,
    settlement: one,
  }));
  show("friends");
  await press("Settle up");
  await screen.findByRole("alertdialog", { name: /^Did you pay\s+Ana\s+\$8\.00\s*\?$/ });
  await confirm();
  expect(await screen.findByText(whole("Settled: You paid Ana $8.00."))).toBeVisible();
});

test("unsettled payments are listed per event, linked to their explanation, and settled in place", async () => {
  open = [debt, claim];
  show("friends");
  expect(screen.getByRole("status")).toHaveTextContent("owes you $7.50");
  const rows = region("Unsettled payments (2)").getAllByRole("listitem");
  expect(rows[0]).toHaveTextContent(/Trip you owe \$5\.00Flat 2026-03-14/);
  expect(rows[1]).toHaveTextContent(/Dinner owes you \$12\.50Flat/);
  expect(within(rows[0]!).getByRole("link")).toHaveAttribute(
    "href",
    `/groups/g1/events/e1/why/${debt.settlement._id}`,
  );
  change = () => {
    open = [claim];
    return { body: { ...debt.settlement, settled: true } };
  };
  await userEvent.click(within(rows[0]!).getByRole("button", { name: "Settle" }));
  expect(await screen.findByText(whole("Settled: You paid Ben $5.00."))).toBeVisible();
  const left = await screen.findByRole("region", { name: "Unsettled payments (1)" });
  expect(within(left).getAllByRole("listitem")).toHaveLength(1);
  expect(sent.at(-1)?.body).toMatchObject({ settled: true, amount: 5 });
});

test("the balance follows at once, before the server has answered", async () => {
  open = [debt, claim];
  show("friends");
  let response = () => {};
  const answered = new Promise<FakeResponse>((resolve) => (response = () => resolve(offline)));
  fakeApi(() => answered);
  await userEvent.click(screen.getAllByRole("button", { name: "Settle" })[0]!);
  expect(screen.getByRole("region", { name: "Unsettled payments (1)" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("owes you $12.50");
  response();
  expect(await screen.findByText("Failed to settle transaction")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("owes you $7.50"));
});

test("everything is settled with the total, and one Undo reverts it", async () => {
  open = [debt, claim];
  show("friends");
  await press("Settle up");
  const dialog = await screen.findByRole("alertdialog", { name: /^Did\s+Ben\s+pay you\s+\$7\.50\s*\?$/ });
  expect(dialog).toHaveTextContent(/Trip you owe \$5\.00Dinner owes you \$12\.50/);
  expect(writes()).toEqual([]);
  change = () => {
    open = [];
    return { body: { success: true, batchId: "b1", settlements: 2, amount: -7.5 } };
  };
  await confirm();
  expect(await screen.findByText(whole("Settled: Ben paid you $7.50."))).toBeVisible();
  expect(await screen.findByText("You don't owe each other anything.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Add expense" })).toHaveFocus();
  expect(sent.at(-1)).toMatchObject({
    method: "POST",
    path: `/api/users/${ben._id}/settlements`,
    body: {
      userId: ana._id,
      nets: { [debt.settlement._id]: 5, [claim.settlement._id]: -12.5 },
    },
  });
  change = () => {
    open = [debt, claim];
    return { body: { success: true } };
  };
  await press("Undo");
  expect(await screen.findByRole("region", { name: "Unsettled payments (2)" })).toBeVisible();
  expect(writes().at(-1)).toBe(`DELETE /api/users/${ben._id}/settlements/b1`);
});

test("what was settled together earlier is undone as one, or the server says why not", async () => {
  open = [];
  const at = "2026-03-14T20:00:00.000Z";
  sent = fakeApi(() => change());
  showScreen(ana, () => (
    <FriendProfile
      {...nothing}
      profile={profile("friends")}
      open={open}
      settledTogether={[
        { batchId: "b2", at, amount: 7.5, payments: 2 },
        { batchId: "b1", at, amount: -20, payments: 3 },
      ]}
    />
  ));
  const rows = region("Settled up").getAllByRole("listitem");
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^You paid Ben \$7\.502 payments · /),
    expect.stringMatching(/^Ben paid you \$20\.003 payments · /),
  ]);
  // While it is busy, it has another name.
  const undo = () => within(rows[1]!).findByRole("button", { name: "Undo" });
  change = () => refusal(409, "conflict", "This can't be undone while one of its events is deleted.");
  await userEvent.click(await undo());
  expect(await screen.findByText("This can't be undone while one of its events is deleted.")).toBeVisible();
  change = () => ({ body: { success: true } });
  await userEvent.click(await undo());
  expect(await screen.findByText("The payments are unsettled again.")).toBeVisible();
  expect(writes()).toEqual(Array(2).fill(`DELETE /api/users/${ben._id}/settlements/b1`));
});

test("a thousand large payments fit into the body of the call", async () => {
  open = Array.from({ length: 10 }, (_, n) => ({
    ...debt,
    settlement: settlement(n, ben, ana, 98_765_432.1),
  }));
  show("friends");
  await press("Settle up");
  await screen.findByRole("alertdialog");
  change = () => offline;
  await confirm();
  expect(await screen.findByText("Failed to settle transaction")).toBeVisible();
  const { body } = sent.find(({ method }) => method === "POST")!;
  // Of 64 KiB.
  expect(JSON.stringify(body).length * 100).toBeLessThan(64 * 1024);
});

test("changed amounts are not settled, and are shown again", async () => {
  open = [debt, claim];
  show("friends");
  change = () => {
    open = [{ ...debt, settlement: settlement(1, ana, ben, 6) }, claim];
    return refusal(409, "amount-changed", "The payment has changed. Please check it and try again.");
  };
  await press("Settle up");
  await screen.findByRole("alertdialog");
  await confirm();
  expect(await screen.findByText("The payment has changed. Please check it and try again.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await waitFor(() =>
    expect(screen.getByRole("region", { name: /^Unsettled/ })).toHaveTextContent("you owe $6.00"),
  );
});

test("opposite debts of the same size cancel out", async () => {
  open = [debt, { ...claim, settlement: settlement(2, ben, ana, 5) }];
  show("friends");
  expect(screen.getByRole("status")).toHaveTextContent("Your debts cancel out.");
  await press("Settle up");
  expect(await screen.findByText("It all cancels out. Nobody has to pay.")).toBeVisible();
});
