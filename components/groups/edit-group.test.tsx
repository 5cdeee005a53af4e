import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { fakeApi, offline, refusal, type FakeResponse, type Sent } from "@/testing/components/fake-api";
import { ana, ben, cleo, group, person } from "@/testing/components/fixtures";
import { router, showScreen } from "@/testing/components/show-screen";
import { whole } from "@/testing/components/whole-text";
import type { UnsettledEvent } from "@/lib/contract/events";
import type { Group, PendingInvitation } from "@/lib/contract/groups";
import type { Person, User } from "@/lib/contract/people";
import type { Debt } from "./deleted-payments";
import { EditGroup } from "./edit-group";

const dora = person(4, "Dora Ito");
const emil = person(5, "Emil Berg");
const friends: User[] = [ben, dora, emil].map((friend) => ({ ...friend, email: "xyz****@demo.test" }));
const path = `/api/groups/${group._id}`;
const flat: Group = { ...group, icon: "/group-icons/bee.svg", rev: 3 };

let sent: Sent[] = [];
// The current state on the server.
let now: Group = flat;
let invitations: PendingInvitation[] = [];
let unsettled: UnsettledEvent[] = [];
let debts: Debt[] = [];
let change: (call: Sent) => FakeResponse | undefined;
const writes = () =>
  sent
    .filter(({ method }) => method !== "GET")
    .map(({ method, path: to, body }) => [`${method} ${to}`, body]);

beforeEach(() => {
  localStorage.clear();
  now = flat;
  invitations = [{ _id: "88", to: dora }];
  unsettled = [];
  debts = [];
  change = (call) => {
    if (call.path.endsWith("/edit"))
      return { body: { ...flat, ...(call.body as object), rev: flat.rev + 1 } };
    if (call.path.endsWith("/invite")) return { status: 201, body: { _id: "99", to: emil } };
    if (call.path.endsWith("/remove")) now = { ...flat, members: [ana, cleo] };
    return { body: { success: true } };
  };
  sent = fakeApi((call) => (call.method === "GET" ? { body: call.path === path ? now : [] } : change(call)));
});

const show = (viewer: Person = ana) =>
  showScreen(viewer, () => (
    <EditGroup {...{ viewerId: viewer._id, group: now, friends, invitations, unsettled, debts }} />
  ));
const people = () => within(screen.getByRole("list", { name: "Current participants" }));
const update = async () => userEvent.click(await screen.findByRole("button", { name: "Update" }));
const edited = (rev: number, title = "Flat") => ({ title, icon: flat.icon, userId: ana._id, rev });

test("pending invitations are marked; members, invitees, and queued people are not offered again", async () => {
  show();
  expect(people().getByText("Dora Ito").closest("li")).toHaveTextContent("(Pending)");
  expect(screen.queryByRole("button", { name: "Add Ben Okafor" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add Dora Ito" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Add Emil Berg" }));
  expect(screen.queryByRole("button", { name: "Add Emil Berg" })).toBeNull();
  expect(within(screen.getByRole("list", { name: "New invitations" })).getByText("Emil Berg")).toBeVisible();
});

test("updates, sends each invitation once, and goes to the group", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Add Emil Berg" }));
  await update();
  expect(await screen.findByText(whole("Request sent to Emil Berg"))).toBeVisible();
  expect(await screen.findByText("Group updated successfully")).toBeVisible();
  expect(writes()).toEqual([
    [`PUT ${path}/edit`, edited(3)],
    [`POST ${path}/invite`, { toUserId: emil._id, fromUserId: ana._id }],
  ]);
  expect(router.replace).toHaveBeenCalledWith(`/groups/${group._id}`);
});

test("people without an account are added at once", async () => {
  const other = change;
  const message = "There is already a Cleo in this group. Please add a last name.";
  change = (call) => {
    if (!call.path.endsWith("/guests")) return other(call);
    const { name } = call.body as { name: string };
    if (name === "Cleo") return refusal(422, "invalid", message, { name: [message] });
    now = { ...flat, members: [...flat.members, { ...person(9, name), guest: true }] };
    return { status: 201, body: person(9, name) };
  };
  show();
  for (const name of ["Nina", "Cleo"]) {
    await userEvent.type(screen.getByLabelText("Add participants"), name);
    await userEvent.click(screen.getByText(whole(`Add “${name}” without an account`)));
    if (name === "Nina")
      expect(await screen.findByText(whole("Nina added"))).toHaveAttribute("role", "status");
  }
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByText("Cleo added")).toBeNull();
  expect((await people().findByText("Nina")).closest("li")).toHaveTextContent("guest");
  expect(writes()).toEqual([
    [`POST ${path}/guests`, { name: "Nina" }],
    [`POST ${path}/guests`, { name: "Cleo" }],
  ]);
});

test("the question before the group is deleted names what people owe each other in it", async () => {
  debts = [
    { from: ben, to: ana, amount: 12 },
    { from: ben, to: cleo, amount: 1234.5 },
  ];
  show();
  await userEvent.click(screen.getByRole("button", { name: "Delete Group" }));
  const dialog = screen.getByRole("alertdialog", { name: "Are you sure you want to delete this group?" });
  expect(dialog).toHaveTextContent("2 unsettled payments, $1,246.50 in all, are deleted with it:");
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["Ben owes Cleo $1,234.50", "Ben owes you $12.00"]);
  expect(writes()).toEqual([]);
});

test("a blank title is refused before anything is sent", async () => {
  show();
  await userEvent.clear(screen.getByLabelText("Group Title"));
  await userEvent.type(screen.getByLabelText("Group Title"), "  {Enter}");
  expect(screen.getByLabelText("Group Title")).toHaveAccessibleDescription("Please enter a group name.");
  expect(writes()).toEqual([]);
});

test("a failed invitation keeps the update and the queue", async () => {
  const accepted = change;
  change = (call) =>
    call.path.endsWith("/invite") ? refusal(409, "conflict", "Already invited.") : accepted(call);
  show();
  await userEvent.type(screen.getByLabelText("Group Title"), "!");
  await userEvent.click(screen.getByRole("button", { name: "Add Emil Berg" }));
  await update();
  expect(await screen.findByText("Already invited.")).toBeVisible();
  expect(within(screen.getByRole("list", { name: "New invitations" })).getByText("Emil Berg")).toBeVisible();

  // Another try builds on the update that succeeded.
  await update();
  await waitFor(() => expect(writes()).toHaveLength(4));
  expect(writes()[2]).toEqual([`PUT ${path}/edit`, edited(4, "Flat!")]);
});

test("people whom another member has invited are skipped", async () => {
  invitations = [];
  const accepted = change;
  change = (call) =>
    (call.body as { toUserId?: string }).toUserId === dora._id
      ? refusal(409, "already-invited", "This person has already been invited.")
      : accepted(call);
  show();
  await userEvent.click(screen.getByRole("button", { name: "Add Dora Ito" }));
  await userEvent.click(screen.getByRole("button", { name: "Add Emil Berg" }));
  await update();
  expect(await screen.findByText(whole("Request sent to Emil Berg"))).toBeVisible();
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith(`/groups/${group._id}`));
});

test("an invitation that was sent without an answer is pending, and not sent again", async () => {
  invitations = [];
  const accepted = change;
  change = (call) => {
    if (!call.path.endsWith("/invite")) return accepted(call);
    const { toUserId } = call.body as { toUserId: string };
    invitations = [...invitations, { _id: toUserId, to: toUserId === dora._id ? dora : emil }];
    return toUserId === dora._id ? { status: 201, body: invitations[0] } : offline;
  };
  show();
  await userEvent.click(screen.getByRole("button", { name: "Add Dora Ito" }));
  await userEvent.click(screen.getByRole("button", { name: "Add Emil Berg" }));
  await update();
  await waitFor(() => expect(people().getByText("Emil Berg").closest("li")).toHaveTextContent("(Pending)"));
  expect(screen.queryByRole("list", { name: "New invitations" })).toBeNull();
  await update();
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  expect(writes().map(([call]) => call)).toEqual([
    `PUT ${path}/edit`,
    `POST ${path}/invite`,
    `POST ${path}/invite`,
    `PUT ${path}/edit`,
  ]);
});

test("a title that someone else changed is reported, and the input stays", async () => {
  const stale = "This has changed since you opened it. Reload to see the new version.";
  change = () => refusal(409, "stale", stale);
  show();
  now = { ...flat, title: "Their title", rev: 9 };
  await userEvent.type(screen.getByLabelText("Group Title"), "!");
  await update();
  expect(await screen.findByText(stale)).toBeVisible();
  expect(screen.getByLabelText("Group Title")).toHaveValue("Flat!");
  expect(router.replace).not.toHaveBeenCalled();
});

test("an update whose answer was lost is sent again as it was, so that the server recognizes it", async () => {
  const accepted = change;
  change = () => offline;
  show();
  await userEvent.type(screen.getByLabelText("Group Title"), "!");
  await update();
  expect(await screen.findByText("Something went wrong. Please try again.")).toBeVisible();
  now = { ...flat, title: "Flat!", rev: 4 };
  change = accepted;
  await update();
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  const [first, second] = sent.filter(({ method }) => method === "PUT");
  expect(first).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{32}$/), body: edited(3, "Flat!") });
  expect(second).toEqual(first);
});

test("only the creator removes members, after a confirmation, and never themselves", async () => {
  show();
  expect(people().queryByRole("button", { name: "remove Ana Silva" })).toBeNull();
  await userEvent.click(people().getByRole("button", { name: "remove Ben Okafor" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(people().queryByText("Ben Okafor")).toBeNull());
  expect(writes()).toEqual([[`PUT ${path}/members/remove`, { userId: ben._id }]]);
});

test("the focus moves to the next person's button: after a removal, and after withdrawing an invitation", async () => {
  invitations = [
    { _id: "88", to: dora },
    { _id: "89", to: emil },
  ];
  show();
  await userEvent.click(people().getByRole("button", { name: "remove Ben Okafor" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(people().getByRole("button", { name: "remove Cleo Marsh" })).toHaveFocus());
  change = () => {
    invitations = invitations.slice(1);
    return { body: { success: true } };
  };
  await userEvent.click(people().getByRole("button", { name: "remove Dora Ito" }));
  await waitFor(() => expect(people().getByRole("button", { name: "remove Emil Berg" })).toHaveFocus());
});

/** Ben owes Ana $12.00 for a dinner, and is even in an event with two payments; Cleo has nothing open. */
const dinner = { _id: "d".repeat(24), title: "Dinner", nets: { [ana._id]: 12, [ben._id]: -12 } };
const trip = { _id: "e".repeat(24), title: "Trip", nets: { [ana._id]: -3, [ben._id]: 0, [emil._id]: 3 } };

test("a member with unsettled payments cannot be removed: the dialog links to the payments", async () => {
  unsettled = [dinner, trip];
  show();
  await userEvent.click(people().getByRole("button", { name: "remove Ben Okafor" }));
  const dialog = screen.getByRole("alertdialog", { name: "Ben Okafor still has unsettled payments" });
  expect(within(dialog).getByText("Ben Okafor")).toHaveAttribute("translate", "no");
  const rows = within(dialog).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => textContent)).toEqual(["Dinnerowes $12.00", "Tripeven"]);
  expect(within(dialog).getByRole("link", { name: "Dinner" })).toHaveAttribute(
    "href",
    `/groups/${group._id}/events/${dinner._id}`,
  );
  expect(within(dialog).queryByRole("button", { name: "Remove" })).toBeNull();
  await userEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();

  await userEvent.click(people().getByRole("button", { name: "remove Cleo Marsh" }));
  expect(screen.getByRole("button", { name: "Remove" })).toBeVisible();
  const question = screen.getByText(whole("Are you sure you want to remove Cleo Marsh?"));
  expect(within(question).getByText("Cleo Marsh")).toHaveAttribute("translate", "no");
  expect(writes()).toEqual([]);
});

test("a member with unsettled payments cannot leave: the dialog links to the payments", async () => {
  unsettled = [{ ...dinner, nets: { [ana._id]: 5, [cleo._id]: -5 } }];
  show(cleo);
  await userEvent.click(screen.getByRole("button", { name: "Leave Group" }));
  const dialog = screen.getByRole("alertdialog", { name: "You still have unsettled payments" });
  expect(within(dialog).getByRole("listitem")).toHaveTextContent("Dinneryou owe $5.00");
  expect(within(dialog).queryByRole("button", { name: "Leave" })).toBeNull();
});

test("a payment added meanwhile: the server's reason is shown, and the person stays", async () => {
  change = () => refusal(409, "conflict", "Ben Okafor still has unsettled payments in this group.");
  show();
  await userEvent.click(people().getByRole("button", { name: "remove Ben Okafor" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Ben Okafor still has unsettled payments in this group.")).toBeVisible();
  expect(people().getByText("Ben Okafor")).toBeVisible();
  // The next dialog names the payments.
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

test("a payment added meanwhile keeps a member from leaving, and the screen is refreshed", async () => {
  change = () => refusal(409, "conflict", "Cleo Marsh still has unsettled payments in this group.");
  show(cleo);
  await userEvent.click(screen.getByRole("button", { name: "Leave Group" }));
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(await screen.findByText("Cleo Marsh still has unsettled payments in this group.")).toBeVisible();
  expect(router.refresh).toHaveBeenCalledTimes(1);
  expect(router.replace).not.toHaveBeenCalled();
});

test("other members cannot remove or delete, but can leave", async () => {
  show(cleo);
  expect(people().queryByRole("button", { name: "remove Ben Okafor" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete Group" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Leave Group" }));
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName("Are you sure you want to leave this group?");
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(await screen.findByText(whole("You left Flat"))).toBeVisible();
  expect(writes()).toEqual([[`PUT ${path}/members/remove`, { userId: cleo._id }]]);
  expect(router.replace).toHaveBeenCalledWith("/groups");
});

test("deleting needs a confirmation; a failure is reported and changes nothing", async () => {
  change = () => undefined;
  show();
  await userEvent.click(screen.getByRole("button", { name: "Delete Group" }));
  expect(screen.getByRole("alertdialog")).toHaveAccessibleName("Are you sure you want to delete this group?");
  expect(screen.getByRole("alertdialog")).toHaveTextContent(/You can restore it for 30 days\./);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Failed to delete group. Please try again.")).toBeVisible();
  expect(router.replace).not.toHaveBeenCalled();

  change = () => ({ body: { success: true } });
  await userEvent.click(screen.getByRole("button", { name: "Delete Group" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Group deleted successfully")).toBeVisible();
  expect(router.replace).toHaveBeenCalledWith("/groups");
});

test("a draft that was sent does not take back a title that someone else changed since", async () => {
  change = () => refusal(401, "unauthenticated", "Please sign in.");
  const first = show();
  await userEvent.click(screen.getByRole("button", { name: "Add Emil Berg" }));
  await update();
  await screen.findByText("Your session has ended.");
  first.unmount();
  now = { ...flat, title: "Our flat", rev: 4 };
  change = (call) =>
    call.path.endsWith("/edit")
      ? { body: { ...now, ...(call.body as object), rev: 5 } }
      : { status: 201, body: { _id: "99", to: emil } };
  show();
  expect(await screen.findByText("The new version")).toBeVisible();
  expect(screen.getByText("Our flat")).toBeVisible();
  await update();
  await screen.findByText("Group updated successfully");
  expect(writes().at(1)).toEqual([`PUT ${path}/edit`, edited(4, "Our flat")]);
});
