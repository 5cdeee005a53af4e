import type { ReturnedDetails } from "@/lib/core/expenses/details";
import type { OperationName } from "@/lib/contract/operations";
import { GROUP_ICONS, groupIconUrl } from "@/lib/core/groups";

// One row for each operation: a valid request, and the status for each role. The tests of access, of hostile bodies, of
// repeated requests, and of rights that end meanwhile read it, so that a new operation is covered by its row.

export const ROLES = ["anonymous", "stranger", "invited", "exMember", "member", "creator"] as const;
export type Role = (typeof ROLES)[number];

export const ICON = groupIconUrl(GROUP_ICONS[0]);

type Someone = { id: string; email: string };
type Payment = { from: string; to: string; amount: number };

/** What requests name: a group with people in every relation to it, and its items. */
export type OperationWorld = {
  people: Record<Exclude<Role, "anonymous">, Someone>;
  /** Has asked the member to be friends. */
  bystander: Someone;
  friendOfAll: Someone;
  /** Of the group, without friends and open payments. */
  leaver: Someone;
  /** Blocked by the member. */
  nuisance: Someone;
  /** The secret of a link to the group. */
  token: string;
  /** The secret of a link for the guest. */
  guestToken: string;
  /** The secret of the link in the creator's emails that stops them. */
  mailToken: string;
  /** What the member owes the creator, in dollars: the open payment `settlement`. */
  owed: number;
  /** The payment of whose "Why" a link may be shared; none: the link is to the statement. */
  shareable?: string;
  /** The payments that remain when those of the event `chained` and the group `otherGroup` are replaced. */
  plans: Record<"event" | "group", Payment>;
  ids: Record<
    // The creator's, or the group's.
    | (
        | "group"
        | "event"
        // Another one, without expenses.
        | "target"
        | "expense"
        | "settlement"
        | "invitation"
        | "comment"
        | "closed"
        | "guest"
        | "waiting"
      )
    | (
        | "link"
        | "ownLink"
        | "sharedLink"
        | "session"
        | "pushDevice"
        | "apiToken"
        | "request"
        | "batch"
        | "notice"
      )
    // By the creator, who is the only person of the import and of the series.
    | ("import" | "series")
    | ("deletedExpense" | "deletedEvent" | "deletedGroup")
    // `plan` is of the event `circle`, `groupPlan` of the group `planned`.
    | ("chained" | "otherGroup" | "circle" | "plan" | "planned" | "groupPlan"),
    string
  >;
};

export type OperationRequest = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

type Statuses = [
  anonymous: number,
  stranger: number,
  invited: number,
  exMember: number,
  member: number,
  creator: number,
];

type Row = {
  /** A valid request by this person. */
  request: (world: OperationWorld, role: Role) => OperationRequest;
  statuses: Statuses;
  /** Valid values for optional fields of the body, which hostile requests attack too. */
  fields?: (world: OperationWorld, role: Role) => Record<string, unknown>;
  /** The status for a guest with a session. Default: 404, because what is not stated is closed. */
  guest?: number;
  /** The status for someone without an account who was a guest, where it is not 404. */
  removedGuest?: number;
  /** The status for someone with an account who has claimed a guest, where it is not a member's. */
  claimedGuest?: number;
  /** The status for a stranger who holds a revoked link, where it is not a stranger's. */
  revokedLink?: number;
  /** A change of which a member of the group sees nothing: it concerns the actor, or other groups and people. */
  unseen?: true;
};

// The expected status for each role.
const OWN: Statuses = [401, 200, 200, 200, 200, 200];
const OWN_CREATE: Statuses = [401, 201, 201, 201, 201, 201];
const MEMBERS: Statuses = [401, 404, 404, 404, 200, 200];
const MEMBERS_CREATE: Statuses = [401, 404, 404, 404, 201, 201];
const NOBODY: Statuses = [401, 404, 404, 404, 404, 404];
const CREATOR: Statuses = [401, 404, 404, 404, 403, 200];
const ONLY_MEMBER: Statuses = [401, 404, 404, 404, 200, 404];
const ONLY_CREATOR: Statuses = [401, 404, 404, 404, 404, 200];

const none = () => ({});
const ofGroup = ({ ids }: OperationWorld) => ({ params: { groupId: ids.group } });
const ofEvent = ({ ids }: OperationWorld) => ({ params: { eventId: ids.event } });
const ofExpense = ({ ids }: OperationWorld) => ({ params: { expenseId: ids.expense } });
const ofImport = ({ ids }: OperationWorld) => ({ params: { importId: ids.import } });
const ofSeries = ({ ids }: OperationWorld) => ({ params: { seriesId: ids.series } });
const ofGuest = ({ ids }: OperationWorld) => ({ params: { id: ids.guest } });
const ofWaiting = ({ ids }: OperationWorld) => ({ params: { groupId: ids.group, deviceId: ids.waiting } });
const selfOf = ({ people }: OperationWorld, role: Role) => people[role === "anonymous" ? "stranger" : role];
const otherOf = ({ people }: OperationWorld, role: Role) =>
  role === "creator" ? people.member : people.creator;

const event = ({ people }: OperationWorld) => ({
  title: "Job",
  date: "2026-05-01",
  participants: [people.member.id],
});
const expense = ({ people }: OperationWorld) => ({
  description: "Rope",
  amount: 12.34,
  splitWith: [people.member.id],
});
const splits = ({ people }: OperationWorld) => ({
  default: people.member.id,
  presets: [
    {
      _id: people.member.id,
      name: "Rent",
      splitWith: [people.member.id],
      split: { mode: "percent", values: [{ user: people.member.id, value: 100 }] },
    },
  ],
});
/** A value for each detail of an expense. */
export const expenseDetails: ReturnedDetails = { note: "N", category: "dining" };
const expenseFields = (world: OperationWorld, role: Role) => ({
  split: { mode: "equal", values: [] },
  payers: [{ user: selfOf(world, role).id, amount: 12.34 }],
  ...expenseDetails,
  date: "2026-01-01",
});
const seriesFields = (world: OperationWorld, role: Role) => {
  const { date: _, ...fields } = expenseFields(world, role);
  return fields;
};
/** The push subscription of a browser. Its keys are valid. */
export const aSubscription = (name: string) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
  keys: {
    p256dh: "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU",
    auth: "A".repeat(22),
  },
});
const howPaid = { method: "cash", note: "N" };

export const OPERATIONS: Record<OperationName, Row> = {
  googleAuth: {
    request: (w, role) => ({ body: { email: selfOf(w, role).email, name: "Me" } }),
    fields: () => ({ picture: "", sub: "1" }),
    statuses: OWN,
    unseen: true,
  },
  getUser: { request: (w) => ({ params: { id: w.bystander.id } }), statuses: OWN },
  searchExpenses: {
    request: (w) => ({ query: { q: "e", group: w.ids.group } }),
    statuses: MEMBERS,
    guest: 200,
  },
  searchUsers: { request: () => ({ query: { query: "nobody@" } }), statuses: OWN },
  listFriends: { request: none, statuses: OWN },
  friendSummary: { request: none, statuses: OWN },
  overview: { request: none, statuses: OWN },
  sendFriendRequest: {
    request: (w) => ({ body: { to: w.leaver.id } }),
    fields: (w, role) => ({ from: selfOf(w, role).id }),
    statuses: OWN_CREATE,
    unseen: true,
  },
  listFriendRequests: { request: none, statuses: OWN },
  acceptFriendRequest: {
    request: (w) => ({ params: { id: w.ids.request } }),
    statuses: ONLY_MEMBER,
    claimedGuest: 404,
  },
  ignoreFriendRequest: {
    request: (w) => ({ params: { id: w.ids.request } }),
    statuses: ONLY_MEMBER,
    claimedGuest: 404,
  },
  deleteFriend: {
    request: (w) => ({ params: { friendId: w.people.creator.id } }),
    statuses: [401, 404, 200, 200, 200, 404],
  },
  listBlocked: { request: none, statuses: OWN },
  blockUser: {
    request: (w) => ({ body: { blockedId: w.leaver.id } }),
    fields: (w, role) => ({ userId: selfOf(w, role).id }),
    statuses: OWN,
    unseen: true,
  },
  unblockUser: {
    request: (w) => ({ params: { blockedId: w.nuisance.id } }),
    statuses: ONLY_MEMBER,
    claimedGuest: 404,
  },
  listSessions: { request: none, statuses: OWN },
  endSession: {
    request: (w) => ({ params: { id: w.ids.session } }),
    statuses: ONLY_CREATOR,
    unseen: true,
  },
  listPushDevices: { request: none, statuses: OWN },
  addPushDevice: {
    request: () => ({ body: { subscription: aSubscription("phone") } }),
    statuses: OWN,
    unseen: true,
  },
  removePushDevice: {
    request: (w) => ({ params: { id: w.ids.pushDevice } }),
    statuses: ONLY_CREATOR,
    unseen: true,
  },
  listTokens: { request: none, statuses: OWN },
  createToken: {
    request: () => ({ body: { name: "Script", scope: "read" } }),
    fields: (w) => ({ groupId: w.ids.group, days: 30 }),
    statuses: OWN_CREATE,
    unseen: true,
  },
  revokeToken: {
    request: (w) => ({ params: { tokenId: w.ids.apiToken } }),
    statuses: ONLY_CREATOR,
    unseen: true,
  },
  // Whoever has an email can stop them.
  unsubscribe: {
    request: (w) => ({ params: { token: w.mailToken } }),
    statuses: [200, 200, 200, 200, 200, 200],
    guest: 200,
    removedGuest: 200,
    unseen: true,
  },
  exportMyData: { request: none, statuses: OWN },
  exportMyExpenses: { request: none, statuses: OWN },
  // Refused while a payment is open.
  deleteAccount: { request: none, statuses: [401, 200, 200, 200, 409, 409], claimedGuest: 200 },
  exportGroup: { request: ofGroup, statuses: MEMBERS },
  exportGroupExpenses: { request: ofGroup, statuses: MEMBERS },
  exportEventExpenses: { request: ofEvent, statuses: MEMBERS },
  groupReport: { request: ofGroup, statuses: MEMBERS, guest: 200 },
  exportGroupReport: { request: ofGroup, statuses: MEMBERS },
  exportSharedExpenses: { request: (w) => ({ params: { id: w.bystander.id } }), statuses: OWN },
  listGroups: { request: none, statuses: OWN },
  createGroup: {
    request: (w) => ({ body: { title: "New", icon: ICON, members: [w.friendOfAll.id] } }),
    fields: (w, role) => ({ guests: ["G"], fromUserId: selfOf(w, role).id }),
    statuses: OWN_CREATE,
    unseen: true,
  },
  getGroup: { request: ofGroup, statuses: MEMBERS, guest: 200 },
  deleteGroup: { request: ofGroup, statuses: CREATOR },
  editGroup: {
    request: (w) => ({ ...ofGroup(w), body: { title: "New", icon: ICON } }),
    fields: (w, role) => ({ userId: selfOf(w, role).id }),
    statuses: MEMBERS,
  },
  inviteToGroup: {
    request: (w) => ({ ...ofGroup(w), body: { toUserId: w.friendOfAll.id } }),
    fields: (w, role) => ({ fromUserId: selfOf(w, role).id }),
    statuses: MEMBERS_CREATE,
  },
  addGuest: { request: (w) => ({ ...ofGroup(w), body: { name: "Nora" } }), statuses: MEMBERS_CREATE },
  listGuests: { request: ofGroup, statuses: MEMBERS },
  endGuestSessions: {
    request: (w) => ({ params: { groupId: w.ids.group, guestId: w.ids.guest } }),
    statuses: MEMBERS,
  },
  confirmDevice: { request: ofWaiting, statuses: MEMBERS },
  refuseDevice: { request: ofWaiting, statuses: MEMBERS },
  // Takes the secret of a link besides.
  claimPreview: { request: ofGuest, statuses: NOBODY },
  claimGuest: {
    request: (w) => ({ ...ofGuest(w), body: {} }),
    fields: (w) => ({ token: w.guestToken }),
    statuses: NOBODY,
  },
  declineClaim: { request: ofGuest, statuses: NOBODY },
  createLink: { request: (w) => ({ ...ofGroup(w), body: { guestId: w.ids.guest } }), statuses: MEMBERS },
  listLinks: { request: ofGroup, statuses: MEMBERS },
  revokeLink: {
    request: (w) => ({ params: { groupId: w.ids.group, linkId: w.ids.link } }),
    statuses: ONLY_CREATOR,
  },
  // Why the member owes the creator, for the other one of them: of the same event as the statement.
  createSharedLink: {
    request: (w) => ({ ...ofEvent(w), body: { settlementId: w.shareable } }),
    statuses: MEMBERS,
    // Of the group, but not of the debt.
    claimedGuest: 403,
  },
  listSharedLinks: { request: ofEvent, statuses: MEMBERS },
  revokeSharedLink: {
    request: (w) => ({ params: { eventId: w.ids.event, linkId: w.ids.sharedLink } }),
    statuses: ONLY_CREATOR,
  },
  createOwnLink: { request: none, statuses: OWN, unseen: true },
  listOwnLinks: { request: none, statuses: OWN },
  revokeOwnLink: {
    request: (w) => ({ params: { linkId: w.ids.ownLink } }),
    statuses: ONLY_CREATOR,
    unseen: true,
  },
  // Of a guest, that is a question of the body: they could become someone else.
  joinByLink: {
    request: (w) => ({ params: { token: w.token }, body: {} }),
    fields: () => ({ name: "G" }),
    statuses: OWN,
    guest: 401,
    removedGuest: 401,
    revokedLink: 404,
  },
  listPendingInvitations: { request: ofGroup, statuses: MEMBERS },
  groupSpending: { request: ofGroup, statuses: MEMBERS },
  userSpending: { request: none, statuses: OWN },
  removeMember: { request: (w) => ({ ...ofGroup(w), body: { userId: w.leaver.id } }), statuses: CREATOR },
  listGroupRequests: { request: none, statuses: OWN },
  acceptGroupRequest: {
    request: (w) => ({ params: { id: w.ids.invitation } }),
    statuses: [401, 404, 200, 404, 404, 404],
  },
  ignoreGroupRequest: {
    request: (w) => ({ params: { id: w.ids.invitation } }),
    statuses: [401, 404, 200, 404, 404, 200],
  },
  listEvents: { request: (w) => ({ query: { groupId: w.ids.group } }), statuses: MEMBERS, guest: 200 },
  createEvent: {
    request: (w) => ({ body: { ...event(w), groupId: w.ids.group } }),
    fields: (w, role) => ({ createdBy: selfOf(w, role).id }),
    statuses: MEMBERS_CREATE,
  },
  getEvent: { request: ofEvent, statuses: MEMBERS, guest: 200 },
  editEvent: { request: (w) => ({ ...ofEvent(w), body: event(w) }), statuses: MEMBERS },
  deleteEvent: { request: ofEvent, statuses: CREATOR },
  eventStatement: { request: ofEvent, statuses: MEMBERS, guest: 200 },
  closeEvent: { request: ofEvent, statuses: MEMBERS },
  reopenEvent: {
    request: (w) => ({ params: { eventId: w.ids.closed } }),
    statuses: MEMBERS,
    claimedGuest: 404,
  },
  groupSplits: { request: ofGroup, statuses: MEMBERS, guest: 200 },
  editGroupSplits: { request: (w) => ({ ...ofGroup(w), body: splits(w) }), statuses: MEMBERS },
  eventSplits: { request: ofEvent, statuses: MEMBERS, guest: 200 },
  editEventSplits: { request: (w) => ({ ...ofEvent(w), body: splits(w) }), statuses: MEMBERS },
  listExpenses: { request: (w) => ({ query: { eventId: w.ids.event } }), statuses: MEMBERS, guest: 200 },
  createExpense: {
    request: (w) => ({ body: { ...expense(w), eventId: w.ids.event } }),
    fields: (w, role) => ({
      ...expenseFields(w, role),
      paidBy: selfOf(w, role).id,
      date: new Date().toISOString(),
      repeats: { every: "2 weeks", times: 3, newEventEachMonth: true, timeZone: "UTC" },
    }),
    statuses: MEMBERS_CREATE,
    guest: 201,
  },
  getExpense: { request: ofExpense, statuses: MEMBERS, guest: 200 },
  editExpense: {
    request: (w) => ({ ...ofExpense(w), body: expense(w) }),
    fields: (w, role) => ({ ...expenseFields(w, role), later: false }),
    statuses: CREATOR,
    guest: 403,
  },
  moveExpense: {
    request: (w) => ({ ...ofExpense(w), body: { eventId: w.ids.target } }),
    statuses: CREATOR,
    guest: 403,
  },
  deleteExpense: { request: ofExpense, statuses: CREATOR, guest: 403 },
  listSettlements: { request: (w) => ({ query: { eventId: w.ids.event } }), statuses: MEMBERS, guest: 200 },
  groupActivity: { request: ofGroup, statuses: MEMBERS, guest: 200 },
  eventActivity: { request: ofEvent, statuses: MEMBERS, guest: 200 },
  expenseActivity: { request: ofExpense, statuses: MEMBERS, guest: 200 },
  listActivity: { request: none, statuses: OWN },
  newActivity: { request: none, statuses: OWN },
  // Of someone who was removed, it says nothing about the group.
  revision: { request: none, statuses: OWN, guest: 200, removedGuest: 200 },
  seeActivity: { request: none, statuses: OWN, unseen: true },
  listNotices: { request: none, statuses: OWN },
  readNotices: { request: (w) => ({ body: { until: w.ids.notice } }), statuses: ONLY_CREATOR, unseen: true },
  noticeSettings: { request: none, statuses: OWN },
  editNoticeSettings: {
    request: (w) => ({
      body: {
        push: ["charged"],
        email: [],
        mutedGroups: [w.ids.group],
        mutedPeople: [w.people.member.id],
        quiet: { from: "22:00", until: "07:00" },
        timeZone: "Pacific/Auckland",
        hideAmounts: true,
      },
    }),
    statuses: OWN,
    unseen: true,
  },
  // In its world, the member owes the creator.
  remind: {
    request: (w) => ({ params: { id: w.ids.settlement } }),
    statuses: CREATOR,
    unseen: true,
  },
  addComment: {
    request: (w) => ({ ...ofExpense(w), body: { text: "Why?" } }),
    statuses: MEMBERS_CREATE,
    guest: 201,
  },
  deleteComment: { request: (w) => ({ params: { id: w.ids.comment } }), statuses: CREATOR, guest: 403 },
  listDeleted: { request: ofGroup, statuses: MEMBERS },
  listDeletedGroups: { request: none, statuses: OWN },
  restoreExpense: {
    request: (w) => ({ params: { expenseId: w.ids.deletedExpense } }),
    statuses: CREATOR,
    claimedGuest: 404,
  },
  restoreEvent: {
    request: (w) => ({ params: { eventId: w.ids.deletedEvent } }),
    statuses: CREATOR,
    claimedGuest: 404,
  },
  restoreGroup: {
    request: (w) => ({ params: { groupId: w.ids.deletedGroup } }),
    statuses: ONLY_CREATOR,
    unseen: true,
  },
  previewImport: {
    request: (w) => ({
      query: { groupId: w.ids.group },
      body: {
        name: "Spliit",
        participants: [{ id: "1", name: "Ana" }],
        expenses: [
          {
            expenseDate: "2026-05-01",
            title: "Rope",
            amount: 1234,
            paidById: "1",
            paidFor: [{ participantId: "1", shares: 1 }],
          },
        ],
      },
    }),
    statuses: MEMBERS,
    unseen: true,
  },
  createImport: {
    request: (w, role) => ({
      body: {
        groupId: w.ids.group,
        source: "splitwise",
        total: 1,
        eventId: w.ids.event,
        people: [
          { name: "Ana", userId: otherOf(w, role).id },
          { name: "Zoe", guest: true },
        ],
      },
    }),
    statuses: MEMBERS_CREATE,
  },
  listImports: { request: (w) => ({ query: { groupId: w.ids.group } }), statuses: MEMBERS },
  getImport: { request: ofImport, statuses: MEMBERS },
  addImportRows: {
    request: (w) => ({
      ...ofImport(w),
      body: {
        rows: [
          {
            kind: "expense",
            row: 1,
            date: "2026-05-01",
            description: "Rope",
            amount: 12.34,
            payers: [{ person: 0, amount: 12.34 }],
            shares: [{ person: 0, amount: 12.34 }],
          },
        ],
      },
    }),
    statuses: CREATOR,
  },
  finishImport: { request: ofImport, statuses: CREATOR },
  undoImport: { request: ofImport, statuses: CREATOR },
  listSeries: { request: ofGroup, statuses: MEMBERS, guest: 200 },
  editSeries: {
    request: (w) => ({ ...ofSeries(w), body: { ...expense(w), from: 2 } }),
    fields: seriesFields,
    statuses: CREATOR,
  },
  pauseSeries: { request: ofSeries, statuses: MEMBERS },
  resumeSeries: { request: ofSeries, statuses: CREATOR },
  skipOccurrence: { request: ofSeries, statuses: CREATOR },
  stopSeries: { request: ofSeries, statuses: CREATOR },
  openPayments: { request: (w) => ({ params: { id: w.bystander.id } }), statuses: OWN },
  history: { request: (w) => ({ params: { id: w.bystander.id } }), statuses: OWN },
  settleUp: {
    request: (w, role) => ({
      params: { id: otherOf(w, role).id },
      body: { payments: [{ _id: w.ids.settlement, amount: w.owed }] },
    }),
    fields: (w, role) => ({ userId: selfOf(w, role).id, ...howPaid }),
    statuses: MEMBERS_CREATE,
    claimedGuest: 404,
  },
  undoSettleUp: {
    request: (w) => ({ params: { id: w.leaver.id, batchId: w.ids.batch } }),
    statuses: ONLY_CREATOR,
  },
  why: { request: (w) => ({ params: { id: w.ids.settlement } }), statuses: MEMBERS, guest: 200 },
  minimalPayments: { request: ofEvent, statuses: MEMBERS, guest: 200 },
  eventPlan: { request: ofEvent, statuses: MEMBERS },
  applyEventPlan: {
    request: (w) => ({ params: { eventId: w.ids.chained }, body: { payments: [w.plans.event] } }),
    statuses: MEMBERS_CREATE,
    claimedGuest: 404,
  },
  undoEventPlan: {
    request: (w) => ({ params: { eventId: w.ids.circle, planId: w.ids.plan } }),
    statuses: MEMBERS,
    claimedGuest: 404,
  },
  groupPlan: { request: ofGroup, statuses: MEMBERS },
  applyGroupPlan: {
    request: (w) => ({ params: { groupId: w.ids.otherGroup }, body: { payments: [w.plans.group] } }),
    statuses: MEMBERS_CREATE,
    claimedGuest: 404,
  },
  undoGroupPlan: {
    request: (w) => ({ params: { groupId: w.ids.planned, planId: w.ids.groupPlan } }),
    statuses: MEMBERS,
    claimedGuest: 404,
  },
  recordPayment: {
    request: (w, role) => ({ ...ofEvent(w), body: { to: otherOf(w, role).id, amount: 5 } }),
    fields: (w, role) => ({ from: selfOf(w, role).id, ...howPaid }),
    statuses: MEMBERS_CREATE,
    guest: 201,
  },
  settle: {
    request: (w) => ({ params: { id: w.ids.settlement }, body: { settled: true } }),
    fields: (w, role) => ({
      userId: selfOf(w, role).id,
      from: w.people.member.id,
      amount: w.owed,
      part: 1,
      ...howPaid,
    }),
    statuses: MEMBERS,
    guest: 403,
  },
};

export const statusFor = (name: OperationName, role: Role): number =>
  OPERATIONS[name].statuses[ROLES.indexOf(role)]!;

/** Whether the operation is closed to everyone outside of the group. */
export const isClosedToOthers = (name: OperationName): boolean =>
  (["stranger", "invited", "exMember"] as const).every((role) => statusFor(name, role) === 404);
