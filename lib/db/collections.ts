import "server-only";
import type { Collection, Db, Document, ObjectId } from "mongodb";
import type { ActivityKind } from "@/lib/core/activity";
import type { Category } from "@/lib/core/categories";
import type { Change } from "@/lib/core/changes";
import type { PaymentMethod } from "@/lib/core/payment-methods";
import type { PairNet } from "@/lib/core/ledger";
import type { SplitMode } from "@/lib/core/split";
import { getDb } from "./client";

/** Deletes are soft; the database purges what was deleted long ago. */
export type Deletion = {
  deletedAt: Date | null;
  /** Who deleted this very thing; not set where it went with the thing it belongs to. */
  deletedBy?: ObjectId | null;
  /** The event or group with which it was deleted, and with which it is restored. */
  deletedWith?: ObjectId | null;
};

// Documents as they are stored: money in cents, dates as Date, ids as ObjectId (design section 6).

export type UserDoc = {
  _id: ObjectId;
  name: string;
  /** Lower-case. */
  email: string;
  image: string | null;
  emailVerified: Date | null;
  /** Counts the writes that conflict with the deletion of the account. */
  touched?: number;
  /** Counts how often the user has ended all sessions; missing until the first time. Older sessions are over. */
  sessionEpoch?: number;
  /** Sessions that ended by signing out, while their cookies could still be sent. */
  endedSessions?: { sid: string; at: Date }[];
  /** The account was deleted: only the id is kept, for the history of groups. */
  deletedAt?: Date | null;
  /** When the person last looked at what others have done. */
  activitySeenAt?: Date;
};

/** What is between two people: a friend request while pending, a friendship once accepted, or a block. */
export type FriendshipDoc = {
  _id: ObjectId;
  /** "lo:hi" of the two ids: one record for two people. */
  pair: string;
  users: ObjectId[];
  requestedBy: ObjectId;
  status: "pending" | "accepted" | "ignored" | "blocked";
  /** Of an ignored request: when; it is forgotten after IGNORED_FOR_DAYS. */
  ignoredAt?: Date;
  /** Of an ignored request: its sender has withdrawn it since. */
  withdrawn?: true;
  /** Of a block: whose it is. */
  blockedBy?: ObjectId;
  createdAt: Date;
  /** Counts the writes that conflict with the end of the friendship. */
  touched?: number;
};

export type GroupDoc = {
  _id: ObjectId;
  title: string;
  icon: string;
  createdBy: ObjectId;
  members: ObjectId[];
  /** People who have left: they keep appearing by name in the group's history. */
  formerMembers: ObjectId[];
  /** By user id in hex: when they joined (last). Not there: with the group. */
  memberSince?: Record<string, Date>;
  createdAt: Date;
  /** Counts the changes that forms have to know of. */
  rev: number;
  /** Counts every write below this group that must not run beside a change of its members. */
  touched: number;
} & Deletion;

export type GroupRequestDoc = {
  _id: ObjectId;
  groupId: ObjectId;
  from: ObjectId;
  to: ObjectId;
  createdAt: Date;
};

export type EventDoc = {
  _id: ObjectId;
  groupId: ObjectId;
  title: string;
  date: Date;
  participants: ObjectId[];
  createdBy: ObjectId;
  createdAt: Date;
  rev: number;
  /** Counts every write to the event's ledger: writers of one event run one after the other. */
  touched: number;
  totalCents: number;
  expenseCount: number;
  /** By user id in hex: what each has paid and what their shares come to, in cents. Kept like the total. */
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
  /** Everybody who paid, summing to the amount. */
  payers: { user: ObjectId; cents: number }[];
  /** What was entered … */
  splitWith: ObjectId[];
  /** Values in hundredths of the mode's unit; none in mode equal. */
  split: { mode: SplitMode; values: { user: ObjectId; value: number }[] };
  /** … and what came of it: history does not change when a rule does. */
  shares: { user: ObjectId; cents: number }[];
  /** What each two people owe each other for it; positive: lo owes hi. */
  debts: PairNet[];
  note: string;
  /** Null: guessed from the description. */
  category: Category | null;
  /** Its UTC day is the expense's day; the time only orders the expenses of a day. */
  date: Date;
  /** Who recorded it. */
  createdBy: ObjectId;
  createdAt: Date;
  updatedAt: Date;
  rev: number;
} & Deletion;

export type SettlementDoc = {
  _id: ObjectId;
  eventId: ObjectId;
  groupId: ObjectId;
  /** "lo:hi" of the two ids. */
  pair: string;
  /** [lo, hi] */
  users: ObjectId[];
  /** Cents; positive: lo owes hi. */
  net: number;
  settled: boolean;
  settledAt: Date | null;
  settledBy: ObjectId | null;
  /** How it was paid, and a note; null and "" where nothing was said. */
  method?: PaymentMethod | null;
  note?: string;
  /** Payments that were settled together, with one friend. */
  batchId?: ObjectId | null;
  createdAt: Date;
} & Deletion;

/** Something that happened in a group; ids only, so that names are those of today. */
export type ActivityDoc = {
  _id: ObjectId;
  groupId: ObjectId;
  eventId: ObjectId | null;
  expenseId: ObjectId | null;
  actor: ObjectId;
  at: Date;
  kind: ActivityKind;
  /** Whom it is about; for a payment who paid, then who got the money. */
  people: ObjectId[];
  /** What the thing was called then. */
  title: string;
  cents: number | null;
  changes: Change[];
  /** A comment, or the note of a payment. */
  text: string;
  /** Null: every member. */
  visibleTo: ObjectId[] | null;
} & Deletion;

/** Owned by @auth/mongodb-adapter: how a user signs in. */
export type AccountDoc = {
  _id: ObjectId;
  userId: ObjectId;
  provider: string;
  providerAccountId: string;
};

export type IdempotencyKeyDoc = {
  /** "{user id}:{method} {path}:{key}" */
  _id: string;
  /** Digest of the body: one key cannot stand for two requests. */
  digest: string;
  /** The document that the first request made, as it was then. */
  result: Document;
  createdAt: Date;
};

export type Collections = {
  users: Collection<UserDoc>;
  accounts: Collection<AccountDoc>;
  friendships: Collection<FriendshipDoc>;
  groups: Collection<GroupDoc>;
  groupRequests: Collection<GroupRequestDoc>;
  events: Collection<EventDoc>;
  expenses: Collection<ExpenseDoc>;
  settlements: Collection<SettlementDoc>;
  activities: Collection<ActivityDoc>;
  idempotencyKeys: Collection<IdempotencyKeyDoc>;
};

/** The typed collections of a database. */
export function collectionsOf(db: Db): Collections {
  return {
    users: db.collection("users"),
    accounts: db.collection("accounts"),
    friendships: db.collection("friendships"),
    groups: db.collection("groups"),
    groupRequests: db.collection("groupRequests"),
    events: db.collection("events"),
    expenses: db.collection("expenses"),
    settlements: db.collection("settlements"),
    activities: db.collection("activities"),
    idempotencyKeys: db.collection("idempotencyKeys"),
  };
}

/** The typed collections of the process's database. @throws DatabaseUnavailable */
export async function collections(): Promise<Collections> {
  return collectionsOf(await getDb());
}
