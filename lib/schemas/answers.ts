import { z } from "zod";
import { CATEGORIES } from "@/lib/core/categories";
import { ACTIVITY_KINDS } from "@/lib/core/activity";
import { PAYMENT_METHODS } from "@/lib/core/payment-methods";
import { RELATIONSHIPS } from "@/lib/core/relationship";
import { SPLIT_MODES } from "@/lib/core/split";

// The answers of the API: one definition for the serializers, the client's types, openapi.json, and the tests.
// Amounts are dollars; ids are strings; dates are ISO strings.

export const id = z.string().regex(/^[0-9a-f]{24}$/);
const dollars = z.number().describe("US dollars");
const positiveDollars = z.number().gt(0).describe("US dollars");
export const isoDate = z.iso.datetime();

export const person = z.strictObject({ _id: id, name: z.string(), picture: z.string() });
export type Person = z.infer<typeof person>;

export const user = person.extend({
  email: z.string().describe("masked, except your own in the download of your data"),
});
export type User = z.infer<typeof user>;

/** `current`: the session of the request itself. */
export const session = z.strictObject({
  _id: id,
  device: z.string(),
  since: isoDate,
  lastUsedOn: z.iso.date(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const relationship = z.enum(RELATIONSHIPS);

/** A user's profile as the viewer sees it. `requestId`: the pending friend request between the two. */
export const profile = user.extend({ relationship, requestId: id.optional() });
export type Profile = z.infer<typeof profile>;

export const friendSummaryItem = person.extend({
  amount: dollars.describe("US dollars; negative: you owe, positive: you are owed"),
});
export type FriendSummaryItem = z.infer<typeof friendSummaryItem>;

export const friendRequest = z.strictObject({ _id: id, from: user, createdAt: isoDate });
export type FriendRequest = z.infer<typeof friendRequest>;

export const sentFriendRequest = z.strictObject({ success: z.literal(true), _id: id, accepted: z.boolean() });
export type SentFriendRequest = z.infer<typeof sentFriendRequest>;

export const groupRequest = z.strictObject({
  _id: id,
  from: person,
  groupId: z.strictObject({ _id: id, title: z.string(), icon: z.string() }),
  createdAt: isoDate,
});
export type GroupRequest = z.infer<typeof groupRequest>;

export const pendingInvitation = z.strictObject({ _id: id, to: person });
export type PendingInvitation = z.infer<typeof pendingInvitation>;

export const group = z.strictObject({
  _id: id,
  title: z.string(),
  icon: z.string(),
  members: z.array(person),
  createdBy: person,
  createdAt: isoDate,
  rev: z.int(),
});
export type Group = z.infer<typeof group>;

/** What a person has paid for an event, and what their shares of it come to. */
export const contribution = z.strictObject({ user: person, paid: dollars, share: dollars });
export type Contribution = z.infer<typeof contribution>;

export const event = z.strictObject({
  _id: id,
  groupId: id,
  title: z.string(),
  date: isoDate,
  participants: z.array(person),
  createdBy: person,
  createdAt: isoDate,
  total: dollars,
  expenseCount: z.int(),
  contributions: z.array(contribution),
  rev: z.int(),
});
export type Event = z.infer<typeof event>;
/** An event on the home screen, with its group. */
export type RecentEvent = Pick<Event, "_id" | "title" | "date"> & {
  group: Pick<Group, "_id" | "title" | "icon">;
};

const splitValue = z.strictObject({
  user: id,
  value: z.number().describe("US dollars (amounts, adjust), percent, or a weight (shares)"),
});

export const expense = z.strictObject({
  _id: id,
  eventId: id,
  description: z.string(),
  amount: positiveDollars,
  paidBy: person.describe("who paid most"),
  payers: z.array(z.strictObject({ user: person, amount: positiveDollars })),
  recordedBy: person,
  splitWith: z.array(person),
  split: z.strictObject({ mode: z.enum(SPLIT_MODES), values: z.array(splitValue) }),
  shares: z.array(z.strictObject({ user: id, amount: dollars })),
  note: z.string(),
  category: z
    .enum(CATEGORIES)
    .nullable()
    .describe("null: none was chosen; clients guess one from the description"),
  date: isoDate.describe("the first 10 characters are the day of the expense"),
  createdAt: isoDate,
  updatedAt: isoDate,
  rev: z.int(),
});
export type Expense = z.infer<typeof expense>;

export const settlement = z.strictObject({
  _id: id,
  eventId: id,
  from: person,
  to: person,
  amount: positiveDollars,
  settled: z.boolean(),
  settledAt: isoDate.nullable(),
  settledBy: person.nullable(),
  method: z.enum(PAYMENT_METHODS).nullable(),
  note: z.string(),
  batchId: id.nullable().describe("the same for payments that were settled together"),
});
export type Settlement = z.infer<typeof settlement>;

/** Why two people owe each other: expenses and payments, which sum to the amount. */
const whyLine = z.strictObject({
  kind: z.enum(["expense", "payment"]),
  _id: id,
  description: z.string(),
  date: isoDate,
  paidBy: person,
  otherPayers: z.int().describe("how many others paid for the expense"),
  total: positiveDollars,
  amount: dollars.describe("US dollars in the direction of the debt; negative if it lowers the debt"),
});
export const why = z.strictObject({
  amount: positiveDollars,
  from: person,
  to: person,
  lines: z.array(whyLine),
});
export type Why = z.infer<typeof why>;
export type WhyLine = z.infer<typeof whyLine>;

/** An activity; its changes are in words. */
export const activity = z.strictObject({
  _id: id,
  kind: z.enum(ACTIVITY_KINDS),
  at: isoDate,
  actor: person,
  group: z.strictObject({ _id: id, title: z.string() }),
  eventId: id.nullable(),
  expenseId: id.nullable(),
  people: z.array(person).describe("the people concerned; for a payment, the payer, then the receiver"),
  title: z.string().describe("what the event or expense was called"),
  amount: positiveDollars.nullable(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
  text: z.string().describe("a comment, or the note of a payment"),
});
export type Activity = z.infer<typeof activity>;

export const newActivity = z.strictObject({ count: z.int().describe("99 stands for 99 or more") });

/** An expense or event that was deleted, and can be restored. */
export const deletedItem = z.strictObject({
  _id: id,
  kind: z.enum(["expense", "event"]),
  eventId: id.describe("of an expense, its event; of an event, itself"),
  eventTitle: z.string(),
  title: z.string(),
  amount: dollars,
  deletedAt: isoDate,
  deletedBy: person,
  mayRestore: z.boolean(),
});
export type DeletedItem = z.infer<typeof deletedItem>;

export const deletedGroup = z.strictObject({
  _id: id,
  title: z.string(),
  icon: z.string(),
  deletedAt: isoDate,
});
export type DeletedGroup = z.infer<typeof deletedGroup>;

/** A payment that is open between the viewer and another person. */
export const openPayment = z.strictObject({
  settlement,
  event: z.strictObject({ _id: id, title: z.string(), date: isoDate }),
  group: z.strictObject({ _id: id, title: z.string(), icon: z.string() }),
});
export type OpenPayment = z.infer<typeof openPayment>;

export const settledUp = z.strictObject({
  success: z.literal(true),
  batchId: id,
  settlements: z.int(),
  amount: dollars.describe("US dollars to transfer; negative: to the viewer"),
});

/** The number of the viewer's pending requests, on every screen. */
export type RequestCounts = { total: number; friend: number; group: number };

export const success = z.strictObject({ success: z.literal(true) });

/** An unsettled payment that cancels out against the pair's other one disappears. */
export const settleAnswer = z.union([settlement, success]);
export type SettleAnswer = z.infer<typeof settleAnswer>;

export const health = z.strictObject({
  status: z.enum(["ok", "unavailable"]),
  database: z.strictObject({ roundTripMs: z.number().nullable() }),
});

export const titled = { _id: id, title: z.string() };
/** An event with unsettled payments of the user. */
const openEvent = z.strictObject({ ...titled, group: z.strictObject(titled) });
export type OpenEvent = z.infer<typeof openEvent>;

/** An event of a group, and the balance of each person with unsettled payments in it, in dollars; negative: they owe. */
export type UnsettledEvent = { _id: string; title: string; nets: Readonly<Record<string, number>> };

export const errorBody = z.strictObject({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.string(),
  fieldErrors: z.record(z.string(), z.array(z.string())).optional(),
  id: z.string().optional(),
  openEvents: z.array(openEvent).optional().describe("With unsettled-payments: the events"),
});
