import "server-only";
import { type Document, ObjectId } from "mongodb";
import { z } from "zod";
import { CATEGORIES } from "@/lib/core/expenses/categories";
import { eachDetail, type ExpenseDetail, type ExpenseDetails } from "@/lib/core/expenses/details";
import { PAYMENT_METHODS } from "@/lib/core/settlements";
import { SPLIT_MODES } from "@/lib/core/money/split";
import { LAST, PRESET_MODES } from "@/lib/core/usual-split";
import { noticeSettings } from "./notices/documents";

// Documents as stored: money in cents, dates as Date, ids as ObjectId (docs/rules.md#storage). Those that `npm run verify`
// checks have a schema, which gives their type.

export const id = z.instanceof(ObjectId);
/** Money, or a count. */
export const int = z.int();
/** A value for each person, by id in hex. */
const byPerson = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
/** "lo:hi" of two ids. */
const pair = z.string().regex(/^[0-9a-f]{24}:[0-9a-f]{24}$/);
const debts = z.array(z.object({ pair, net: int }));

/** Deletes are soft; the database purges deleted documents later. */
export const deletion = {
  deletedAt: z.date().nullable(),
  /** Who deleted this document; not set if it was deleted with its event or group. */
  deletedBy: id.nullish(),
  /** The event or group with which it was deleted, and with which it is restored. */
  deletedWith: id.nullish(),
};
const deletionIfAny = { ...deletion, deletedAt: deletion.deletedAt.optional() };
export type Deletion = z.infer<z.ZodObject<typeof deletion>>;

export const userDoc = z.object({
  _id: id,
  name: z.string(),
  /** Lower-case. A guest has none. */
  email: z.string().optional(),
  /** A person without an account: the one group that they are in. */
  guest: id.optional(),
  /** The account that claimed this guest. No other document names the guest any more. */
  claimedBy: id.optional(),
  image: z.string().nullable(),
  emailVerified: z.date().nullable(),
  /** Counts the writes that must conflict with the deletion of the account. */
  touched: int.optional(),
  /** When the user last opened the activity. */
  activitySeenAt: z.date().optional(),
  notices: noticeSettings.optional(),
  /** A demo person while the demo data is written (lib/seed). */
  unfinished: z.literal(true).optional(),
  /** `deletedAt`: the account was deleted, and only the id is kept, for groups' history; or the guest's group was. */
  ...deletionIfAny,
});
export type UserDoc = z.infer<typeof userDoc>;

/** The record of two people: a pending friend request, a friendship, or a block. */
export const friendshipDoc = z.object({
  _id: id,
  /** One record per pair. */
  pair,
  users: z.array(id),
  requestedBy: id,
  status: z.enum(["pending", "accepted", "ignored", "blocked"]),
  /** When the request was ignored. The record expires after IGNORED_FOR_DAYS. */
  ignoredAt: z.date().optional(),
  /** The sender withdrew the ignored request. */
  withdrawn: z.literal(true).optional(),
  /** Who blocked the other. */
  blockedBy: id.optional(),
  /** When the request before the block was ignored: unblocking does not allow an earlier repetition. */
  ignoredBefore: z.date().optional(),
  /** When the request was sent, the friendship began, or the block was made. */
  createdAt: z.date(),
  /** Counts the writes that must conflict with the end of the friendship. */
  touched: int.optional(),
});
export type FriendshipDoc = z.infer<typeof friendshipDoc>;

/** The usual split, with a revision of its own. Missing: none was ever chosen. */
const splits = z.object({
  default: z.union([id, z.literal(LAST)]).nullable(),
  presets: z.array(
    z.object({
      _id: id,
      name: z.string(),
      /** Values in hundredths, as in expenses. */
      split: z.object({ mode: z.enum(PRESET_MODES), values: z.array(z.object({ user: id, value: int })) }),
      /** Empty: all members. */
      splitWith: z.array(id),
    }),
  ),
  rev: int,
});
export type SplitsDoc = z.infer<typeof splits>;

export const groupDoc = z.object({
  _id: id,
  title: z.string(),
  icon: z.string(),
  /** Of two friends: the group of what they share one-to-one (pairs.ts). Missing in other groups. */
  pair: pair.optional(),
  createdBy: id,
  members: z.array(id),
  /** Former members, who remain in the group's history by name. */
  formerMembers: z.array(id),
  /** When they last joined. Missing for those who joined with the group's creation. */
  memberSince: byPerson(z.date()).optional(),
  /** Devices that ask to take part as guests; `_id`: of the session that begins when a member confirms. See devices.ts. */
  waiting: z
    .array(
      z.object({
        _id: id,
        guest: id,
        link: id,
        invitedBy: id,
        code: z.string(),
        device: z.string(),
        at: z.date(),
        /** A hash of the address, to tell those of one from others. */
        from: z.string().optional(),
      }),
    )
    .optional(),
  splits: splits.optional(),
  createdAt: z.date(),
  /** The revision that forms compare. Members who join or leave do not change it. */
  rev: int,
  /** Counts the writes in the group. This serializes them, and open screens notice them by it (revision.ts). */
  touched: int,
  /** Counts those of which its members see nothing. */
  locked: int.optional(),
  ...deletion,
});
export type GroupDoc = z.infer<typeof groupDoc>;

export const groupRequestDoc = z.object({
  _id: id,
  groupId: id,
  from: id,
  to: id,
  createdAt: z.date(),
  ...deletionIfAny,
});
export type GroupRequestDoc = z.infer<typeof groupRequestDoc>;

/** What a link shows: an event's statement to anyone who has it, or a debt of the event to the debt's other person. */
const shown = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("statement"), eventId: id }),
  z.object({ kind: z.literal("why"), eventId: id, pair, only: id }),
]);
export type LinkTarget = z.infer<typeof shown>;

/**
 * A link with which anyone can join a group, with or without an account, and become a friend of its creator; or one that
 * shows something of an event (`shows`).
 */
export const linkDoc = z.object({
  _id: id,
  /** SHA-256 of the secret in its address, which is not stored. */
  hash: z.string(),
  /** Missing: the link creates a friendship only. */
  groupId: id.optional(),
  /** Only for this guest: to take part or claim, once, and later to move to another device. */
  guest: id.optional(),
  createdBy: id,
  createdAt: z.date(),
  expiresAt: z.date(),
  /** How many people have joined with it. */
  uses: int,
  /** Missing in invite links. */
  shows: shown.optional(),
});
export type LinkDoc = z.infer<typeof linkDoc>;

/** A link of an event. */
export type SharedLinkDoc = LinkDoc & { groupId: ObjectId; shows: LinkTarget };

export const eventDoc = z.object({
  _id: id,
  groupId: id,
  title: z.string(),
  date: z.date(),
  participants: z.array(id),
  createdBy: id,
  createdAt: z.date(),
  rev: int,
  /** When and by whom it was closed. Missing in an open event. */
  closedAt: z.date().optional(),
  closedBy: id.optional(),
  /** The month, `2026-11`, for whose repeating expenses it was made. */
  bills: z.string().optional(),
  /** Overrides the group's. */
  splits: splits.optional(),
  totalCents: int,
  expenseCount: int,
  /** What each person paid and the sum of their shares, in cents. Updated like the total. */
  tally: byPerson(z.object({ paid: int, share: int })),
  ...deletion,
});
export type EventDoc = z.infer<typeof eventDoc>;

/** Older documents lack a newer detail. A value is valid if it can be put into words. */
const details = eachDetail<{
  [Field in ExpenseDetail]: z.ZodOptional<z.ZodType<ExpenseDetails[Field]>>;
}>((_, { inWords }) => z.custom((value) => typeof inWords(value as never) === "string").optional());

export const expenseDoc = z.object({
  _id: id,
  eventId: id,
  groupId: id,
  description: z.string(),
  cents: int,
  /** Who paid most. */
  paidBy: id,
  /** All payers, summing to the amount. Of a refund, which is negative, those who received it. */
  payers: z.array(z.object({ user: id, cents: int.refine((cents) => cents !== 0) })),
  /** What was entered … */
  splitWith: z.array(id),
  /** Values in hundredths of the mode's unit; none in mode equal. */
  split: z.object({ mode: z.enum(SPLIT_MODES), values: z.array(z.object({ user: id, value: int })) }),
  /** … and the resulting shares, so that history does not change when a rule does. */
  shares: z.array(z.object({ user: id, cents: int })),
  /** The resulting debt of each pair; positive: lo owes hi. */
  debts,
  /** Its UTC day is the expense's day; the time only orders the expenses of a day. */
  date: z.date(),
  /** Who recorded it. */
  createdBy: id,
  createdAt: z.date(),
  updatedAt: z.date(),
  rev: int,
  /** The series of which it is an occurrence, and which one: each is made once (docs/rules.md#series). */
  series: id.optional(),
  number: int.min(1).optional(),
  ...details,
  ...deletion,
});
export type ExpenseDoc = z.infer<typeof expenseDoc>;

export const settlementDoc = z.object({
  _id: id,
  eventId: id,
  groupId: id,
  pair,
  /** [lo, hi] */
  users: z.tuple([id, id]),
  /** Cents; positive: lo owes hi. */
  net: int,
  settled: z.boolean(),
  settledAt: z.date().nullable(),
  settledBy: id.nullable(),
  /** How it was paid, and a note; null and "" if not stated. */
  method: z.enum(PAYMENT_METHODS).nullish(),
  note: z.string().optional(),
  /** The batch of payments that were settled together with one person. */
  batchId: id.nullish(),
  /** The latest plan that this is a payment of. */
  planId: id.optional(),
  createdAt: z.date(),
  ...deletion,
});
export type SettlementDoc = z.infer<typeof settlementDoc>;

/** The cost of one month's expenses in an event for each person, and who paid. Updated with the expenses. */
export const spendingDoc = z.object({
  /** "event:month" */
  _id: z.string(),
  eventId: id,
  groupId: id,
  /** "2026-11" */
  month: z.string(),
  figures: z.partialRecord(z.enum([...CATEGORIES, "paid"]), byPerson(int)),
  ...deletion,
});
export type SpendingDoc = z.infer<typeof spendingDoc>;

/**
 * A plan's part in one event: what it changed between people there. An event's plan has one part, a group's plan one
 * for each event with open payments. In the ledger, it counts like an expense (docs/rules.md#plans).
 */
export const transferDoc = z.object({
  _id: id,
  planId: id,
  of: z.enum(["event", "group"]),
  eventId: id,
  groupId: id,
  /** Cents by which it changed the debt of each pair; positive: lo owes hi more. */
  debts,
  /** The payments that were open before. */
  replaced: debts,
  createdBy: id,
  createdAt: z.date(),
  ...deletion,
});
export type TransferDoc = z.infer<typeof transferDoc>;

/**
 * What a person is owed by another person, or in a group: the sum of their unsettled payments, updated in the
 * transaction that changes them, because a person may have thousands.
 */
export const balanceDoc = z.object({
  /** "user:other" */
  _id: z.string(),
  user: id,
  kind: z.enum(["person", "group"]),
  /** The other person, or the group. */
  other: id,
  /** Negative: the user owes. */
  cents: int,
});
export type BalanceDoc = z.infer<typeof balanceDoc>;

export type IdempotencyKeyDoc = {
  /** "{user id}:{method} {path}:{key}" */
  _id: string;
  /** Digest of the body, because one key cannot stand for two different requests. */
  digest: string;
  /** The document that the first request created, as it was then. */
  result: Document;
  createdAt: Date;
};

/** Where the documents of a group name people, by path. Everybody in a list of debts is in another list, too. */
export const PATHS_OF_PEOPLE = {
  expense: ["splitWith", "payers.user", "createdBy", "deletedBy"],
  event: ["participants", "createdBy", "closedBy", "deletedBy", "splits.presets.splitWith"],
  series: ["splitWith", "payers.user", "createdBy"],
} as const;
