import "server-only";
import { groupBy } from "@/lib/core/group-by";
import { IGNORED_FOR_DAYS } from "@/lib/core/friends";
import { NOTICE_DAYS } from "@/lib/core/notices";
import { PUSH_DEVICE_DAYS, RESTORABLE_DAYS } from "../core/retention";
import type { CreateIndexesOptions, Db, IndexDescription, IndexSpecification } from "mongodb";
import { hasCode } from "./server-errors";
import { log } from "@/lib/log";

const DAY_SECONDS = 24 * 60 * 60;
/**
 * How long a repeated request is recognized. This is much longer than the life of form drafts, which are sent again
 * with their keys, and renewed each time they are restored.
 */
const KEYS_LIVE_SECONDS = 30 * DAY_SECONDS;

type Row = [collection: string, keys: IndexSpecification, options?: CreateIndexesOptions];

const purge: [IndexSpecification, CreateIndexesOptions] = [
  { deletedAt: 1 },
  { expireAfterSeconds: RESTORABLE_DAYS * DAY_SECONDS },
];

/** All indexes of the application. Each serves a query of lib/db or enforces a rule. */
export const INDEXES: readonly Row[] = [
  [
    "users",
    { email: 1 },
    { unique: true, partialFilterExpression: { email: { $exists: true } }, name: "one_account_per_address" },
  ],
  ["users", { guest: 1 }, { partialFilterExpression: { guest: { $exists: true } } }],
  ["users", purge[0], { ...purge[1], partialFilterExpression: { guest: { $exists: true } } }],
  [
    "users",
    { "notices.summaryOf": 1 },
    { partialFilterExpression: { "notices.summaryOf": { $exists: true } } },
  ],
  ["accounts", { provider: 1, providerAccountId: 1 }, { unique: true }],
  ["accounts", { userId: 1 }],
  ["sessions", { user: 1, usedOn: -1, _id: -1 }],
  ["sessions", { expiresAt: 1 }, { expireAfterSeconds: 0 }],
  ["sessions", { claims: 1 }, { partialFilterExpression: { claims: { $exists: true } } }],
  ["tokens", { hash: 1 }, { unique: true }],
  ["tokens", { user: 1 }],
  ["tokens", { expiresAt: 1 }, { expireAfterSeconds: 0 }],
  ["pushSubscriptions", { userId: 1 }],
  ["pushSubscriptions", { signedInAt: 1 }, { expireAfterSeconds: PUSH_DEVICE_DAYS * DAY_SECONDS }],
  ["friendships", { pair: 1 }, { unique: true }],
  ["friendships", { users: 1, status: 1, createdAt: -1, _id: -1 }],
  ["friendships", { requestedBy: 1, status: 1 }],
  ["friendships", { ignoredAt: 1 }, { expireAfterSeconds: IGNORED_FOR_DAYS * DAY_SECONDS }],
  ["groups", { members: 1, deletedAt: 1, createdAt: -1, _id: -1 }],
  ["groups", { createdBy: 1, createdAt: -1 }],
  ["groups", { formerMembers: 1 }],
  [
    "groups",
    { pair: 1 },
    { unique: true, partialFilterExpression: { pair: { $exists: true } }, name: "one_group_per_pair" },
  ],
  ["groups", ...purge],
  ["groupRequests", { groupId: 1, to: 1 }, { unique: true }],
  ["groupRequests", { to: 1, deletedAt: 1, createdAt: -1, _id: -1 }],
  ["groupRequests", { from: 1 }],
  ["groupRequests", ...purge],
  ["links", { hash: 1 }, { unique: true }],
  ["links", { groupId: 1, createdAt: -1, _id: -1 }],
  ["links", { createdBy: 1 }],
  ["links", { guest: 1 }, { partialFilterExpression: { guest: { $exists: true } } }],
  ["links", { "shows.only": 1 }, { partialFilterExpression: { "shows.only": { $exists: true } } }],
  ["links", { expiresAt: 1 }, { expireAfterSeconds: 0 }],
  ["events", { groupId: 1, date: -1, _id: -1 }],
  ["events", { groupId: 1, deletedAt: -1, _id: -1 }],
  ["events", ...purge],
  ["expenses", { eventId: 1, date: -1, _id: -1 }],
  ["expenses", { eventId: 1, cents: -1 }],
  ["expenses", { eventId: 1, "debts.pair": 1, date: -1, _id: -1 }],
  ["expenses", { groupId: 1, deletedAt: 1, date: -1, _id: -1 }],
  ["expenses", { groupId: 1, deletedAt: -1, _id: -1 }],
  [
    "expenses",
    { series: 1, number: 1 },
    {
      unique: true,
      partialFilterExpression: { series: { $exists: true } },
      name: "one_expense_per_occurrence",
    },
  ],
  ["expenses", ...purge],
  [
    "settlements",
    { eventId: 1, pair: 1 },
    { unique: true, partialFilterExpression: { settled: false }, name: "one_unsettled_per_pair" },
  ],
  ["settlements", { users: 1, settled: 1 }],
  ["settlements", { eventId: 1, settled: 1, settledAt: -1, _id: -1 }],
  ["settlements", { eventId: 1, pair: 1, settledAt: -1, _id: -1 }],
  ["settlements", { groupId: 1, settled: 1, users: 1 }],
  ["settlements", { groupId: 1, settled: 1, settledAt: -1, _id: -1 }],
  ["settlements", ...purge],
  ["settlements", { pair: 1, settled: 1, eventId: 1 }],
  ["settlements", { planId: 1 }, { partialFilterExpression: { planId: { $exists: true } } }],
  ["transfers", { planId: 1 }],
  ["transfers", { eventId: 1, "debts.pair": 1, createdAt: -1, _id: -1 }],
  ["transfers", { groupId: 1, createdAt: -1, _id: -1 }],
  ["transfers", ...purge],
  ["spending", { groupId: 1, month: 1 }],
  ["spending", ...purge],
  ["balances", { user: 1, kind: 1 }],
  ["balances", { other: 1 }, { partialFilterExpression: { kind: "group" } }],
  ["imports", { groupId: 1, createdAt: -1, _id: -1 }],
  ["imports", { "people.user": 1 }],
  ["imports", ...purge],
  ["importRows", { importId: 1 }],
  ["importRows", ...purge],
  ["series", { groupId: 1, nextDay: 1 }],
  ["series", { paused: 1, nextDay: 1 }],
  ["series", ...purge],
  ["activities", { groupId: 1, at: -1, _id: -1 }],
  ["activities", { eventId: 1, at: -1, _id: -1 }],
  ["activities", { expenseId: 1, at: -1, _id: -1 }],
  ["activities", { people: 1 }, { partialFilterExpression: { kind: "member-invited" } }],
  ["activities", { batchId: 1 }, { partialFilterExpression: { batchId: { $exists: true } } }],
  // Few at any time: only the activities that nobody has been told of yet.
  ["activities", { untold: 1 }, { partialFilterExpression: { untold: true } }],
  ["activities", ...purge],
  ["notices", { userId: 1, at: -1, _id: -1 }],
  ["notices", { userId: 1, read: 1 }],
  ["notices", { from: 1 }, { partialFilterExpression: { from: { $exists: true } } }],
  ["notices", { sendAt: 1 }, { partialFilterExpression: { sendAt: { $exists: true } } }],
  ["notices", { at: 1 }, { expireAfterSeconds: NOTICE_DAYS * DAY_SECONDS }],
  ["idempotencyKeys", { createdAt: 1 }, { expireAfterSeconds: KEYS_LIVE_SECONDS }],
  ["rateLimits", { expire: 1 }, { expireAfterSeconds: 0 }],
  ["rateLimits", { key: 1 }, { unique: true }],
];

/**
 * Creates missing collections and indexes. Collections come first, because some servers cannot create one in a
 * transaction; then unique indexes, without which writes would not be correct.
 * @param which "unique": without the indexes that only speed up queries
 */
export async function ensureIndexes(db: Db, which: "all" | "unique"): Promise<void> {
  const existing = new Set(
    (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  const all = new Set(INDEXES.map(([collection]) => collection));
  for (const name of all) if (!existing.has(name)) await createCollection(db, name);
  await createIndexes(db, true);
  if (which === "all") await createIndexes(db, false);
}

/** Indexes that take longer are logged. */
const LONG_MS = 1_000;

async function createIndexes(db: Db, unique: boolean): Promise<void> {
  const wanted = INDEXES.filter(([, , options]) => (options?.unique ?? false) === unique);
  for (const [collection, its] of groupBy(wanted, ([name]) => name)) {
    const indexes = its.map(([, key, options]) => ({ key, ...options }) as IndexDescription);
    const started = Date.now();
    const what = `${unique ? "unique indexes" : "indexes"} of ${collection}`;
    const meanwhile = unique ? "Requests wait for them." : "Some requests are slower meanwhile.";
    const notice = setTimeout(() => log.info(`Building the ${what}. ${meanwhile}`), LONG_MS);
    await db
      .collection(collection)
      .createIndexes(indexes)
      .finally(() => clearTimeout(notice));
    const seconds = (Date.now() - started) / 1000;
    if (seconds * 1000 > LONG_MS) log.info(`Built the ${what} in ${seconds.toFixed(1)} s.`);
  }
}

async function createCollection(db: Db, name: string): Promise<void> {
  const NAMESPACE_EXISTS = 48;
  try {
    await db.createCollection(name);
  } catch (error) {
    // Another process started at the same moment.
    if (!hasCode(error, NAMESPACE_EXISTS)) throw error;
  }
}
