import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { GROUP_ICONS, groupIconUrl } from "@/lib/core/groups";
import type { OperationName } from "@/lib/contract/operations";
import { collections } from "@/lib/db/collections";
import { getDb } from "@/lib/db/client";
import { createExpense } from "@/lib/db/expenses";
import { requestFriendship } from "@/lib/db/requests/friend";
import { invite } from "@/lib/db/requests/group";
import { createLink } from "@/lib/db/links";
import { listReplaceable, type PlanScope } from "@/lib/db/plans";
import { planPayments } from "@/lib/core/plans";
import { aSession } from "@/testing/a-session";
import { aChain, aGroup, aGuest, anEvent, aPerson, befriend } from "@/testing/people";

// The screens and calls that bench/requests.ts measures, in an order in which each of them succeeds.

/** One request for each of the screens, by Ana: a member of a group with an event, expenses, and open payments. */
export type World = Awaited<ReturnType<typeof aWorld>>;

export type CallInput = {
  /** Default: Ana. */
  as?: Viewer;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
};

const ICON = groupIconUrl(GROUP_ICONS[0]);

/** @param number makes its names unique */
export async function aWorld(number: number) {
  const names = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gil", "Hal"].map((name) => `${name} ${number}`);
  const [ana, ben, cleo, dan, eve, finn, gil, hal] = (await Promise.all(names.map(aPerson))) as [
    Viewer,
    Viewer,
    Viewer,
    Viewer,
    Viewer,
    Viewer,
    Viewer,
    Viewer,
  ];
  for (const friend of [ben, cleo, dan]) await befriend(ana, friend);
  const request = await requestFriendship(eve._id, ana._id);
  const ignored = await requestFriendship(finn._id, ana._id);
  const group = await aGroup("Flat", [ana, ben, cleo]);
  const others = await aGroup("House", [ben]);
  const more = await aGroup("Hut", [cleo]);
  const invitation = await invite(ben._id, others, ana._id);
  const refused = await invite(cleo._id, more, ana._id);
  const event = await anEvent(group, "March", [ana, ben, cleo]);
  for (const [recorder, cents] of [
    [ana, 90_000],
    [ben, 1_200],
  ] as const) {
    await createExpense({
      _id: new ObjectId(),
      eventId: event,
      recorder: recorder._id,
      description: "Rent",
      cents,
      splitWith: [ana._id, ben._id],
    });
  }
  // Two guests: one whom Ana's calls concern, one who is claimed.
  const boat = await aGroup("Boat", [ana, ben, cleo]);
  const chained = await anEvent(boat, "Trip", [ana, ben, cleo]);
  await aChain(chained, [ana, ben, cleo]);
  const guest = await aGuest(ana, boat, "Nina");
  const claimed = await aGuest(ana, boat, "Olga");
  const tokens = {
    join: (await createLink(ana._id, boat)).token,
    claim: (await createLink(ana._id, boat, claimed._id)).token,
  };
  const { expenses, settlements } = await collections();
  const expense = await expenses.findOne({ eventId: event, createdBy: ana._id });
  const payment = await settlements.findOne({ eventId: event, settled: false });
  const ids = {
    group: String(group),
    event: String(event),
    expense: String(expense!._id),
    payment: String(payment!._id),
    request: String(request._id),
    ignored: String(ignored._id),
    invitation: String(invitation._id),
    refused: String(refused._id),
    session: await aSession(await getDb(), ana._id),
    boat: String(boat),
    chained: String(chained),
    guest: guest.id,
    claimed: claimed.id,
  };
  return { ana, ben, cleo, dan, gil, hal, ids, tokens };
}

const groupPath = ({ ids }: World) => `/groups/${ids.group}`;
const eventPath = (world: World) => `${groupPath(world)}/events/${world.ids.event}`;

export const SCREENS: readonly [string, (world: World) => string][] = [
  ["/friends", () => "/friends"],
  ["/friends/{friendId}", ({ ben }) => `/friends/${ben.id}`],
  ["/add-friend", () => "/add-friend"],
  ["/requests", () => "/requests"],
  ["/activity", () => "/activity"],
  ["/account", () => "/account"],
  ["/groups", () => "/groups"],
  ["/groups/deleted", () => "/groups/deleted"],
  ["/create-group", () => "/create-group"],
  ["/groups/{groupId}", groupPath],
  ["/groups/{groupId}/edit", (world) => `${groupPath(world)}/edit`],
  ["/groups/{groupId}/activity", (world) => `${groupPath(world)}/activity`],
  ["/groups/{groupId}/search", (world) => `${groupPath(world)}/search?q=rent`],
  ["/groups/{groupId}/deleted", (world) => `${groupPath(world)}/deleted`],
  ["/groups/{groupId}/add-event", (world) => `${groupPath(world)}/add-event`],
  ["/groups/{groupId}/spending", (world) => `${groupPath(world)}/spending`],
  ["/groups/{groupId}/plan", ({ ids }) => `/groups/${ids.boat}/plan`],
  ["…/events/{eventId}", eventPath],
  ["…/events/{eventId}/statement", (world) => `${eventPath(world)}/statement`],
  ["…/record-payment", (world) => `${eventPath(world)}/record-payment`],
  ["…/events/{eventId}/edit", (world) => `${eventPath(world)}/edit`],
  ["…/events/{eventId}/activity", (world) => `${eventPath(world)}/activity`],
  ["…/add-expense", (world) => `${eventPath(world)}/add-expense`],
  ["…/expenses/{expenseId}", (world) => `${eventPath(world)}/expenses/${world.ids.expense}`],
  ["…/edit-expense/{expenseId}", (world) => `${eventPath(world)}/edit-expense/${world.ids.expense}`],
  ["…/why/{settlementId}", (world) => `${eventPath(world)}/why/${world.ids.payment}`],
];

const input = (given: CallInput) => () => given;
const ofGroup = ({ ids }: World): CallInput => ({ params: { groupId: ids.group } });
const inBoat = ({ ids }: World): CallInput => ({ params: { groupId: ids.boat } });
const inTrip = ({ ids }: World): CallInput => ({ params: { eventId: ids.chained } });
const ofEvent = ({ ids }: World): CallInput => ({ params: { eventId: ids.event } });
const ofExpense = ({ ids }: World): CallInput => ({ params: { expenseId: ids.expense } });
const inEvent = ({ ids }: World): CallInput => ({ query: { eventId: ids.event } });

/** The newest document of Ana's group, which an earlier call has created. */
async function newest(name: "activities" | "groupRequests" | "links", kind: object = {}): Promise<string> {
  const db = await getDb();
  const found = await db.collection(name).find(kind).sort({ _id: -1 }).limit(1).next();
  return String(found?._id);
}

const expenseBody = ({ ana, ben }: World) => ({
  description: "Rent",
  amount: 910,
  splitWith: [ana.id, ben.id],
});

/** Every call. A later one may need what an earlier one has written. */
export const CALLS: readonly [OperationName, (world: World) => CallInput | Promise<CallInput>][] = [
  ["listFriends", input({})],
  ["friendSummary", input({})],
  ["listFriendRequests", input({})],
  ["listBlocked", input({})],
  ["getUser", ({ ben }) => ({ params: { id: ben.id } })],
  ["searchUsers", input({ query: { query: "ben" } })],
  ["googleAuth", ({ ana }) => ({ body: { email: ana.email } })],
  ["listSessions", input({})],
  ["listGroups", input({})],
  ["listGroupRequests", input({})],
  ["listDeletedGroups", input({})],
  ["getGroup", ofGroup],
  ["listDeleted", ofGroup],
  ["listPendingInvitations", ofGroup],
  ["groupActivity", ofGroup],
  ["exportGroup", ofGroup],
  ["exportGroupExpenses", ofGroup],
  ["listEvents", ({ ids }) => ({ query: { groupId: ids.group } })],
  ["getEvent", ofEvent],
  ["eventActivity", ofEvent],
  ["listExpenses", inEvent],
  ["getExpense", ofExpense],
  ["expenseActivity", ofExpense],
  ["groupSpending", ofGroup],
  ["userSpending", input({})],
  ["listGuests", inBoat],
  ["listLinks", inBoat],
  ["listOwnLinks", input({})],
  ["minimalPayments", inTrip],
  ["eventPlan", inTrip],
  ["groupPlan", inBoat],
  ["listSettlements", inEvent],
  ["eventStatement", ofEvent],
  ["listSharedLinks", ofEvent],
  ["why", ({ ids }) => ({ params: { id: ids.payment } })],
  ["openPayments", ({ ben }) => ({ params: { id: ben.id } })],
  ["listActivity", input({})],
  ["newActivity", input({})],
  ["revision", input({})],
  ["exportMyData", input({})],
  ["exportMyExpenses", input({})],
  ["seeActivity", input({ query: { until: new Date().toISOString() } })],
  ["createExpense", (world) => ({ body: { eventId: world.ids.event, ...expenseBody(world) } })],
  ["editExpense", (world) => ({ ...ofExpense(world), body: { ...expenseBody(world), amount: 930 } })],
  ["addComment", (world) => ({ ...ofExpense(world), body: { text: "Paid by card" } })],
  ["deleteComment", async () => ({ params: { id: await newest("activities") } })],
  ["settle", ({ ids }) => ({ params: { id: ids.payment }, body: { settled: true } })],
  ["deleteExpense", ofExpense],
  ["settleUp", settleUpInput],
  ["undoSettleUp", undoInput],
  ["restoreExpense", ofExpense],
  ["applyEventPlan", async (world) => ({ ...inTrip(world), body: await planOf("event", world.ids.chained) })],
  ["undoEventPlan", async (world) => undoing(inTrip(world))],
  ["applyGroupPlan", async (world) => ({ ...inBoat(world), body: await planOf("group", world.ids.boat) })],
  ["undoGroupPlan", async (world) => undoing(inBoat(world))],
  ["recordPayment", (world) => ({ ...inTrip(world), body: { to: world.cleo.id, amount: 5 } })],
  ["addGuest", (world) => ({ ...inBoat(world), body: { name: "Paula" } })],
  ["endGuestSessions", ({ ids }) => ({ params: { groupId: ids.boat, guestId: ids.guest } })],
  ["joinByLink", ({ hal, tokens }) => ({ as: hal, params: { token: tokens.join }, body: {} })],
  [
    "claimPreview",
    ({ hal, ids, tokens }) => ({ as: hal, params: { id: ids.claimed }, query: { token: tokens.claim } }),
  ],
  [
    "claimGuest",
    ({ hal, ids, tokens }) => ({ as: hal, params: { id: ids.claimed }, body: { token: tokens.claim } }),
  ],
  [
    "declineClaim",
    async ({ ana, ids: { guest: id } }) => {
      const { sessions } = await collections();
      await sessions.updateMany({ user: ana._id }, { $set: { claims: new ObjectId(id) } });
      return { params: { id } };
    },
  ],
  ["createLink", (world) => ({ ...inBoat(world), body: {} })],
  ["revokeLink", async ({ ids }) => ({ params: { groupId: ids.boat, linkId: await newest("links") } })],
  ["createSharedLink", (world) => ({ ...ofEvent(world), body: {} })],
  [
    "revokeSharedLink",
    async ({ ids }) => ({ params: { eventId: ids.event, linkId: await newest("links") } }),
  ],
  ["createOwnLink", input({})],
  ["revokeOwnLink", async () => ({ params: { linkId: await newest("links") } })],
  [
    "createEvent",
    ({ ana, ids }) => ({
      body: { title: "May", date: "2026-05-01", participants: [ana.id], groupId: ids.group },
    }),
  ],
  [
    "editEvent",
    (world) => ({
      ...ofEvent(world),
      body: { title: "April", date: "2026-04-01", participants: [world.ana.id, world.ben.id] },
    }),
  ],
  ["closeEvent", ofEvent],
  ["reopenEvent", ofEvent],
  ["deleteEvent", ofEvent],
  ["restoreEvent", ofEvent],
  ["createGroup", ({ ben }) => ({ body: { title: "Trip", icon: ICON, members: [ben.id] } })],
  ["editGroup", (world) => ({ ...ofGroup(world), body: { title: "Flat 2", icon: ICON } })],
  ["inviteToGroup", (world) => ({ ...ofGroup(world), body: { toUserId: world.dan.id } })],
  ["acceptGroupRequest", ({ ids }) => ({ params: { id: ids.invitation } })],
  ["ignoreGroupRequest", ({ ids }) => ({ params: { id: ids.refused } })],
  ["removeMember", (world) => ({ ...ofGroup(world), body: { userId: world.cleo.id } })],
  ["deleteGroup", ofGroup],
  ["restoreGroup", ofGroup],
  ["sendFriendRequest", ({ gil }) => ({ body: { to: gil.id } })],
  ["acceptFriendRequest", ({ ids }) => ({ params: { id: ids.request } })],
  ["ignoreFriendRequest", ({ ids }) => ({ params: { id: ids.ignored } })],
  ["deleteFriend", ({ dan }) => ({ params: { friendId: dan.id } })],
  ["blockUser", ({ dan }) => ({ body: { blockedId: dan.id } })],
  ["unblockUser", ({ dan }) => ({ params: { blockedId: dan.id } })],
  ["endSession", ({ ids }) => ({ params: { id: ids.session } })],
  ["deleteAccount", ({ hal }) => ({ as: hal })],
];

/** The payments of a plan, as its call takes them. */
async function planOf(of: PlanScope["of"], id: string): Promise<object> {
  const { payments } = planPayments(await listReplaceable({ of, id: new ObjectId(id) }));
  return { payments: payments.map(({ from, to, cents }) => ({ from, to, amount: cents / 100 })) };
}

/** The plan that was used last. */
async function undoing({ params }: CallInput): Promise<CallInput> {
  const { transfers } = await collections();
  const [last] = await transfers.find({ deletedAt: null }).sort({ _id: -1 }).limit(1).toArray();
  return { params: { ...params, planId: String(last?.planId) } };
}

/** Everything open between Ana and Ben. */
async function settleUpInput({ ana, ben }: World): Promise<CallInput> {
  const { settlements } = await collections();
  const open = await settlements
    .find({ users: { $all: [ana._id, ben._id] }, settled: false, deletedAt: null })
    .toArray();
  const sign = (users: ObjectId[]) => (users[0]!.equals(ana._id) ? 1 : -1);
  const nets = Object.fromEntries(open.map(({ _id, net, users }) => [_id, (sign(users) * net) / 100]));
  return { params: { id: ben.id }, body: { nets } };
}

async function undoInput({ ana, ben }: World): Promise<CallInput> {
  const { settlements } = await collections();
  const last = await settlements.findOne({ settledBy: ana._id, batchId: { $exists: true, $ne: null } });
  return { params: { id: ben.id, batchId: String(last?.batchId) } };
}
