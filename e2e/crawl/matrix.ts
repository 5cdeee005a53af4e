import type { OperationName } from "@/lib/contract/operations";
import { ICON, ROLES, type AccessWorld, type Role } from "./access-world";

// Every call with the ids of one group, and the status that each role gets.

type Request = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

type Statuses = [
  nobody: number,
  outsider: number,
  invited: number,
  former: number,
  member: number,
  creator: number,
];

type Row = {
  request: (world: AccessWorld, role: Role) => Request;
  statuses: Statuses;
  /** The roles that do it last, because it changes what they or others see. */
  late?: readonly Role[];
};

const OWN: Statuses = [401, 200, 200, 200, 200, 200];
const OWN_CREATE: Statuses = [401, 201, 201, 201, 201, 201];
const MEMBERS: Statuses = [401, 404, 404, 404, 200, 200];
const MEMBERS_CREATE: Statuses = [401, 404, 404, 404, 201, 201];
const NOBODY: Statuses = [401, 404, 404, 404, 404, 404];
const CREATOR: Statuses = [401, 404, 404, 404, 403, 200];
/** The member has settled the payment before. */
const OPEN_PAYMENT: Statuses = [401, 404, 404, 404, 200, 409];

const NO_PLAN: Statuses = [401, 404, 404, 404, 409, 409];
const NOBODYS: Statuses = [401, 404, 404, 404, 404, 404];

const INSIDE = ["member", "creator"] as const;
const none = () => ({});
const event = { title: "Job", date: "2026-05-01" };
const expense = { description: "Rope", amount: 12.34 };
const ofGroup = ({ ids }: AccessWorld) => ({ params: { groupId: ids.group } });
const ofEvent = ({ ids }: AccessWorld) => ({ params: { eventId: ids.event } });
const ofExpense = ({ ids }: AccessWorld) => ({ params: { expenseId: ids.expense } });
const byGroup = ({ ids }: AccessWorld) => ({ query: { groupId: ids.group } });
const byEvent = ({ ids }: AccessWorld) => ({ query: { eventId: ids.event } });
const all = ({ people: { creator, member } }: AccessWorld) => [creator.id, member.id];

/** In the order in which they are sent. */
export const MATRIX: Record<OperationName, Row> = {
  googleAuth: { request: (w, role) => ({ body: { email: w.people[role].email } }), statuses: OWN },
  getUser: { request: (w) => ({ params: { id: w.others.bystander.id } }), statuses: OWN },
  searchUsers: { request: () => ({ query: { query: "nobody@" } }), statuses: OWN },
  listFriends: { request: none, statuses: OWN },
  friendSummary: { request: none, statuses: OWN },
  listFriendRequests: { request: none, statuses: OWN },
  listBlocked: { request: none, statuses: OWN },
  listSessions: { request: none, statuses: OWN },
  exportMyData: { request: none, statuses: OWN },
  exportMyExpenses: { request: none, statuses: OWN },
  listGroups: { request: none, statuses: OWN },
  listGroupRequests: { request: none, statuses: OWN },
  listDeletedGroups: { request: none, statuses: OWN },
  listActivity: { request: none, statuses: OWN },
  newActivity: { request: none, statuses: OWN },
  revision: { request: none, statuses: OWN },
  seeActivity: { request: none, statuses: OWN },
  openPayments: { request: (w) => ({ params: { id: w.others.bystander.id } }), statuses: OWN },
  getGroup: { request: ofGroup, statuses: MEMBERS },
  listDeleted: { request: ofGroup, statuses: MEMBERS },
  listPendingInvitations: { request: ofGroup, statuses: MEMBERS },
  groupSpending: { request: ofGroup, statuses: MEMBERS },
  userSpending: { request: () => ({}), statuses: OWN },
  listLinks: { request: ofGroup, statuses: MEMBERS },
  listOwnLinks: { request: none, statuses: OWN },
  createOwnLink: { request: none, statuses: OWN },
  claimPreview: { request: ({ ids }) => ({ params: { id: ids.guest } }), statuses: NOBODY },
  claimGuest: { request: ({ ids }) => ({ params: { id: ids.guest } }), statuses: NOBODY },
  declineClaim: { request: ({ ids }) => ({ params: { id: ids.guest } }), statuses: NOBODY },
  listGuests: { request: ofGroup, statuses: MEMBERS },
  endGuestSessions: {
    request: ({ ids }) => ({ params: { groupId: ids.group, guestId: ids.guest } }),
    statuses: MEMBERS,
  },
  revokeOwnLink: {
    request: (w) => ({ params: { linkId: w.ids.ownLink } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  addGuest: {
    request: (w, role) => ({ ...ofGroup(w), body: { name: `Guest of ${role}` } }),
    statuses: MEMBERS_CREATE,
  },
  createLink: { request: ofGroup, statuses: MEMBERS },
  revokeLink: {
    request: (w) => ({ params: { groupId: w.ids.group, linkId: w.ids.link } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  createSharedLink: { request: ofEvent, statuses: MEMBERS },
  listSharedLinks: { request: ofEvent, statuses: MEMBERS },
  revokeSharedLink: {
    request: (w) => ({ params: { eventId: w.ids.event, linkId: w.ids.sharedLink } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  exportGroup: { request: ofGroup, statuses: MEMBERS },
  exportGroupExpenses: { request: ofGroup, statuses: MEMBERS },
  groupActivity: { request: ofGroup, statuses: MEMBERS },
  listEvents: { request: byGroup, statuses: MEMBERS },
  getEvent: { request: ofEvent, statuses: MEMBERS },
  eventActivity: { request: ofEvent, statuses: MEMBERS },
  eventStatement: { request: ofEvent, statuses: MEMBERS },
  closeEvent: { request: ofEvent, statuses: MEMBERS },
  reopenEvent: { request: ofEvent, statuses: MEMBERS },
  listExpenses: { request: byEvent, statuses: MEMBERS },
  getExpense: { request: ofExpense, statuses: MEMBERS },
  expenseActivity: { request: ofExpense, statuses: MEMBERS },
  listSettlements: { request: byEvent, statuses: MEMBERS },
  why: { request: (w) => ({ params: { id: w.ids.settlement } }), statuses: OPEN_PAYMENT },
  minimalPayments: { request: ofEvent, statuses: MEMBERS },
  eventPlan: { request: ofEvent, statuses: MEMBERS },
  groupPlan: { request: ofGroup, statuses: MEMBERS },
  // Two people always need the payments that they have.
  applyEventPlan: { request: (w) => ({ ...ofEvent(w), body: { payments: [] } }), statuses: NO_PLAN },
  applyGroupPlan: { request: (w) => ({ ...ofGroup(w), body: { payments: [] } }), statuses: NO_PLAN },
  undoEventPlan: {
    request: (w) => ({ params: { eventId: w.ids.event, planId: w.ids.settlement } }),
    statuses: NOBODYS,
  },
  undoGroupPlan: {
    request: (w) => ({ params: { groupId: w.ids.group, planId: w.ids.settlement } }),
    statuses: NOBODYS,
  },
  createGroup: {
    request: (w) => ({ body: { title: "New", icon: ICON, members: [w.others.friend.id] } }),
    statuses: OWN_CREATE,
  },
  sendFriendRequest: {
    request: (w) => ({ body: { to: w.others.nuisance.id } }),
    statuses: [401, 201, 201, 201, 409, 201],
  },
  acceptFriendRequest: {
    request: (w) => ({ params: { id: w.ids.request } }),
    statuses: [401, 404, 404, 404, 200, 404],
  },
  ignoreFriendRequest: {
    request: (w) => ({ params: { id: w.ids.request } }),
    statuses: [401, 404, 404, 404, 404, 404],
  },
  unblockUser: {
    request: (w) => ({ params: { blockedId: w.others.nuisance.id } }),
    statuses: [401, 404, 404, 404, 200, 404],
  },
  blockUser: { request: (w) => ({ body: { blockedId: w.others.nuisance.id } }), statuses: OWN },
  editGroup: {
    request: (w) => ({ ...ofGroup(w), body: { title: "Changed", icon: ICON } }),
    statuses: MEMBERS,
  },
  inviteToGroup: {
    request: (w) => ({ ...ofGroup(w), body: { toUserId: w.others.friend.id } }),
    // The member has invited them before.
    statuses: [401, 404, 404, 404, 201, 409],
  },
  removeMember: {
    request: (w) => ({ ...ofGroup(w), body: { userId: w.people.member.id } }),
    // They have unsettled payments.
    statuses: [401, 404, 404, 404, 409, 409],
  },
  createEvent: {
    request: (w) => ({ body: { ...event, groupId: w.ids.group, participants: all(w) } }),
    statuses: MEMBERS_CREATE,
  },
  editEvent: {
    request: (w) => ({ ...ofEvent(w), body: { ...event, participants: all(w) } }),
    statuses: MEMBERS,
  },
  addComment: { request: (w) => ({ ...ofExpense(w), body: { text: "Why?" } }), statuses: MEMBERS_CREATE },
  deleteComment: { request: (w) => ({ params: { id: w.ids.comment } }), statuses: CREATOR },
  settle: {
    request: (w) => ({ params: { id: w.ids.settlement }, body: { settled: true } }),
    statuses: OPEN_PAYMENT,
  },
  recordPayment: {
    request: (w, role) => ({
      ...ofEvent(w),
      body: { to: (role === "creator" ? w.people.member : w.people.creator).id, amount: 5 },
    }),
    statuses: MEMBERS_CREATE,
  },
  settleUp: {
    request: (w, role) => ({
      params: { id: w.people[role === "creator" ? "member" : "creator"].id },
      body: { payments: [{ _id: w.ids.settlement, amount: w.owed }] },
    }),
    // They see that it is settled, or what has been added since.
    statuses: [401, 404, 404, 404, 409, 409],
  },
  createExpense: {
    request: (w) => ({ body: { ...expense, eventId: w.ids.event, splitWith: all(w) } }),
    statuses: MEMBERS_CREATE,
  },
  undoSettleUp: {
    request: (w) => ({ params: { id: w.people.member.id, batchId: w.ids.batch } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  editExpense: {
    request: (w) => ({ ...ofExpense(w), body: { ...expense, splitWith: all(w) } }),
    statuses: CREATOR,
  },
  restoreExpense: { request: (w) => ({ params: { expenseId: w.ids.deletedExpense } }), statuses: CREATOR },
  restoreEvent: { request: (w) => ({ params: { eventId: w.ids.deletedEvent } }), statuses: CREATOR },
  restoreGroup: {
    request: (w) => ({ params: { groupId: w.ids.deletedGroup } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  endSession: {
    request: (w) => ({ params: { id: w.ids.session } }),
    statuses: [401, 404, 404, 404, 404, 200],
  },
  deleteFriend: {
    request: (w) => ({ params: { friendId: w.others.friend.id } }),
    statuses: OWN,
    late: ROLES,
  },
  acceptGroupRequest: {
    request: (w) => ({ params: { id: w.ids.invitation } }),
    statuses: [401, 404, 200, 404, 404, 404],
    late: ["invited"],
  },
  ignoreGroupRequest: {
    request: (w) => ({ params: { id: w.ids.invitation } }),
    // Nobody, once it has been accepted.
    statuses: [401, 404, 404, 404, 404, 404],
    late: ["invited", "creator"],
  },
  joinByLink: { request: (w) => ({ params: { token: w.ids.token } }), statuses: OWN, late: ROLES },
  deleteAccount: { request: none, statuses: [401, 200, 200, 200, 409, 409], late: ROLES },
  deleteExpense: { request: ofExpense, statuses: CREATOR, late: INSIDE },
  deleteEvent: { request: ofEvent, statuses: CREATOR, late: INSIDE },
  deleteGroup: { request: ofGroup, statuses: CREATOR, late: INSIDE },
};
