import "server-only";
import type { Db, Document, ObjectId } from "mongodb";
import type { ActivityKind } from "@/lib/core/activity";
import type { Change } from "@/lib/core/changes";
import type { ExpenseDetails } from "@/lib/core/expense-details";
import type { PaymentMethod } from "@/lib/core/money/payment-methods";
import type { PairNet } from "@/lib/core/money/ledger";
import type { SpendingFigures } from "@/lib/core/money/spending";
import type { SplitMode } from "@/lib/core/money/split";
import { getDb } from "./client";

/** Deletes are soft; the database purges deleted documents later. */
export type Deletion = {
  deletedAt: Date | null;
  /** Who deleted this document; not set if it was deleted with its event or group. */
  deletedBy?: ObjectId | null;
  /** The event or group with which it was deleted, and with which it is restored. */
  deletedWith?: ObjectId | null;
};

// Documents as stored: money in cents, dates as Date, ids as ObjectId (docs/rules.md#storage).

export type UserDoc = {
  _id: ObjectId;
  name: string;
  /** Lower-case. A guest has none. */
  email?: string;
  /** A person without an account: the one group that they are in. */
  guest?: ObjectId;
  /** Of a guest who was claimed: the account that took their place. Nothing refers to them any more. */
  claimedBy?: ObjectId;
  image: string | null;
  emailVerified: Date | null;
  /** Counts the writes that must conflict with the deletion of the account. */
  touched?: number;
  /** When the user last opened the activity. */
  activitySeenAt?: Date;
  /** A demo person while the demo data is written (lib/seed). */
  unfinished?: true;
  /** `deletedAt`: the account was deleted, and only the id is kept, for the history of groups; or the guest's group. */
} & Partial<Deletion>;

/** The record of two people: a pending friend request, a friendship, or a block. */
export type FriendshipDoc = {
  _id: ObjectId;
  /** "lo:hi" of the two ids: one record per pair. */
  pair: string;
  users: ObjectId[];
  requestedBy: ObjectId;
  status: "pending" | "accepted" | "ignored" | "blocked";
  /** When the request was ignored. The record expires after IGNORED_FOR_DAYS. */
  ignoredAt?: Date;
  /** The sender withdrew the ignored request. */
  withdrawn?: true;
  /** Who blocked the other. */
  blockedBy?: ObjectId;
  /** When the request before the block was ignored: unblocking does not allow repeating it any sooner. */
  ignoredBefore?: Date;
  /** When the request was sent, the friendship began, or the block was made. */
  createdAt: Date;
  /** Counts the writes that must conflict with the end of the friendship. */
  touched?: number;
};

export type GroupDoc = {
  _id: ObjectId;
  title: string;
  icon: string;
  /** "lo:hi" of two friends: the group of what they share one-to-one (pairs.ts). Missing in other groups. */
  pair?: string;
  createdBy: ObjectId;
  members: ObjectId[];
  /** Former members, who keep appearing by name in the group's history. */
  formerMembers: ObjectId[];
  /** By user id in hex: when they last joined. Missing for those who joined with the group's creation. */
  memberSince?: Record<string, Date>;
  createdAt: Date;
  /** The revision that forms compare. Members who join or leave do not change it. */
  rev: number;
  /** Counts the writes in the group, which serializes them, and tells open screens of them (revision.ts). */
  touched: number;
} & Deletion;

/** The filter of groups that are listed and counted: those of pairs are not. */
export const NO_PAIR = { pair: { $exists: false } } as const;

export type GroupRequestDoc = {
  _id: ObjectId;
  groupId: ObjectId;
  from: ObjectId;
  to: ObjectId;
  createdAt: Date;
} & Partial<Deletion>;

/**
 * A link with which anyone can join a group, with or without an account, and become a friend of its creator; or one that
 * shows something of an event (`shows`).
 */
export type LinkDoc = {
  _id: ObjectId;
  /** SHA-256 of the secret in its address, which is not stored. */
  hash: string;
  /** Missing: it leads to the friendship only. */
  groupId?: ObjectId;
  /** Only for this guest, and used once. */
  guest?: ObjectId;
  createdBy: ObjectId;
  createdAt: Date;
  expiresAt: Date;
  /** How many people have joined with it. */
  uses: number;
  /** Missing in links with which one joins. */
  shows?: Shown;
};

/** What a link shows: an event's statement to anyone who has it, or a debt of the event to the debt's other person. */
export type Shown = { eventId: ObjectId } & (
  | { kind: "statement" }
  | { kind: "why"; /** "lo:hi" of the two ids. */ pair: string; only: ObjectId }
);

/** A link of an event. */
export type SharedLinkDoc = LinkDoc & { groupId: ObjectId; shows: Shown };

export type EventDoc = {
  _id: ObjectId;
  groupId: ObjectId;
  title: string;
  date: Date;
  participants: ObjectId[];
  createdBy: ObjectId;
  createdAt: Date;
  rev: number;
  /** When and by whom it was closed. Missing in an open event. */
  closedAt?: Date;
  closedBy?: ObjectId;
  totalCents: number;
  expenseCount: number;
  /** By user id in hex: what each paid and the sum of their shares, in cents. Updated like the total. */
  tally: Record<string, { paid: number; share: number }>;
} & Deletion;

export type ExpenseDoc = {
  _id: ObjectId;
  eventId: ObjectId;
  groupId: ObjectId;
  description: string;
  cents: number;
  /** Who paid most. */
  paidBy: ObjectId;
  /** All payers, summing to the amount. */
  payers: { user: ObjectId; cents: number }[];
  /** What was entered … */
  splitWith: ObjectId[];
  /** Values in hundredths of the mode's unit; none in mode equal. */
  split: { mode: SplitMode; values: { user: ObjectId; value: number }[] };
  /** … and the resulting shares, so that history does not change when a rule does. */
  shares: { user: ObjectId; cents: number }[];
  /** The resulting debt of each pair; positive: lo owes hi. */
  debts: PairNet[];
  /** Its UTC day is the expense's day; the time only orders the expenses of a day. */
  date: Date;
  /** Who recorded it. */
  createdBy: ObjectId;
  createdAt: Date;
  updatedAt: Date;
  rev: number;
} & Partial<ExpenseDetails> &
  Deletion;

export type SettlementDoc = {
  _id: ObjectId;
  eventId: ObjectId;
  groupId: ObjectId;
  /** "lo:hi" of the two ids. */
  pair: string;
  /** [lo, hi] */
  users: [ObjectId, ObjectId];
  /** Cents; positive: lo owes hi. */
  net: number;
  settled: boolean;
  settledAt: Date | null;
  settledBy: ObjectId | null;
  /** How it was paid, and a note; null and "" if not stated. */
  method?: PaymentMethod | null;
  note?: string;
  /** The batch of payments that were settled together with one person. */
  batchId?: ObjectId | null;
  /** The latest plan that this is a payment of. */
  planId?: ObjectId;
  createdAt: Date;
} & Deletion;

/** What the expenses of one month in an event cost each person, and who paid. Updated with the expenses. */
export type SpendingDoc = {
  /** "event:month" */
  _id: string;
  eventId: ObjectId;
  groupId: ObjectId;
  /** "2026-11" */
  month: string;
  figures: SpendingFigures;
} & Deletion;

/**
 * A plan's part in one event: what it changed between people there. An event's plan has one part, a group's one for each
 * event with open payments. It counts in the ledger like an expense (docs/rules.md#plans).
 */
export type TransferDoc = {
  _id: ObjectId;
  planId: ObjectId;
  of: "event" | "group";
  eventId: ObjectId;
  groupId: ObjectId;
  /** Cents by which it changed the debt of each pair; positive: lo owes hi more. */
  debts: PairNet[];
  /** The payments that were open before. */
  replaced: PairNet[];
  createdBy: ObjectId;
  createdAt: Date;
} & Deletion;

/**
 * What a person is owed by another person, or in a group: the sum of their unsettled payments, updated in the
 * transaction that changes those, because a person may have thousands of them.
 */
export type BalanceDoc = {
  /** "user:other" */
  _id: string;
  user: ObjectId;
  kind: "person" | "group";
  /** The other person, or the group. */
  other: ObjectId;
  /** Negative: the user owes. */
  cents: number;
};

/** An activity in a group. It stores ids only, so that names are current. */
export type ActivityDoc = {
  _id: ObjectId;
  groupId: ObjectId;
  eventId: ObjectId | null;
  expenseId: ObjectId | null;
  actor: ObjectId;
  at: Date;
  kind: ActivityKind;
  /** The people concerned; for a payment, the payer and then the receiver. */
  people: ObjectId[];
  /** The title at that time. */
  title: string;
  cents: number | null;
  changes: Change[];
  /** A comment, or the note of a payment. */
  text: string;
  /** The plan that was used or undone. */
  planId?: ObjectId;
  /** The batch with which a payment was settled. */
  batchId?: ObjectId;
  /** Of a claim by an account that the group knew already: since when. */
  knownSince?: Date;
  /** null: every member. */
  visibleTo: ObjectId[] | null;
  /** The document before the change, if the group has former members, whose downloads show it as they left it. */
  before?: VersionDoc;
} & Deletion;

/** A document of which an activity may keep an earlier version. */
export type VersionDoc = GroupDoc | EventDoc | ExpenseDoc | SettlementDoc;

/** Owned by @auth/mongodb-adapter: how a user signs in. */
export type AccountDoc = {
  _id: ObjectId;
  userId: ObjectId;
  provider: string;
  providerAccountId: string;
};

/** A device on which a user is signed in. */
export type SessionDoc = {
  _id: ObjectId;
  user: ObjectId;
  /** Such as "Chrome on Android". */
  device: string;
  since: Date;
  /** The UTC day of its last use. */
  usedOn: Date;
  /** When it ends if it is not used again. */
  expiresAt: Date;
  /** Of a guest: whose link they used. */
  invitedBy?: ObjectId;
  /** The guest whose session this one has replaced, by signing in: its user may claim them. */
  claims?: ObjectId;
  /** With it, the user may claim the guest only as long as this link of theirs, which was opened, can be used. */
  claimsBy?: ObjectId;
};

type IdempotencyKeyDoc = {
  /** "{user id}:{method} {path}:{key}" */
  _id: string;
  /** Digest of the body, because one key cannot stand for two different requests. */
  digest: string;
  /** The document that the first request created, as it was then. */
  result: Document;
  createdAt: Date;
};

/** The typed collections of a database. */
export function collectionsOf(db: Db) {
  return {
    users: db.collection<UserDoc>("users"),
    accounts: db.collection<AccountDoc>("accounts"),
    sessions: db.collection<SessionDoc>("sessions"),
    friendships: db.collection<FriendshipDoc>("friendships"),
    groups: db.collection<GroupDoc>("groups"),
    groupRequests: db.collection<GroupRequestDoc>("groupRequests"),
    links: db.collection<LinkDoc>("links"),
    events: db.collection<EventDoc>("events"),
    expenses: db.collection<ExpenseDoc>("expenses"),
    settlements: db.collection<SettlementDoc>("settlements"),
    transfers: db.collection<TransferDoc>("transfers"),
    spending: db.collection<SpendingDoc>("spending"),
    balances: db.collection<BalanceDoc>("balances"),
    activities: db.collection<ActivityDoc>("activities"),
    idempotencyKeys: db.collection<IdempotencyKeyDoc>("idempotencyKeys"),
  };
}

export type Collections = ReturnType<typeof collectionsOf>;

/** The typed collections of the process's database. @throws DatabaseUnavailable */
export async function collections(): Promise<Collections> {
  return collectionsOf(await getDb());
}
