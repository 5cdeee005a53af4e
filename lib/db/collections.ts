import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import type { ClientSession, Db } from "mongodb";
import { getDb } from "./client";
import type * as account from "./account/documents";
import type { ActivityDoc } from "./activity/documents";
import type * as documents from "./documents";
import type { ImportDoc, ImportRowDoc } from "./imports/documents";
import type { NoticeDoc } from "./notices/documents";
import type { SeriesDoc } from "./series/documents";
import { endTurn } from "./turns";

export type * from "./account/documents";
export type * from "./activity/documents";
export type * from "./documents";
export type * from "./imports/documents";
export type * from "./notices/documents";
export type * from "./series/documents";

/** The filter of groups that are listed and counted: those of pairs are not. */
export const NO_PAIR = { pair: { $exists: false } } as const;

/** The typed collections of a database. */
export function collectionsOf(db: Db) {
  return {
    users: db.collection<documents.UserDoc>("users"),
    accounts: db.collection<account.AccountDoc>("accounts"),
    sessions: db.collection<account.SessionDoc>("sessions"),
    tokens: db.collection<account.TokenDoc>("tokens"),
    pushSubscriptions: db.collection<account.PushSubscriptionDoc>("pushSubscriptions"),
    friendships: db.collection<documents.FriendshipDoc>("friendships"),
    groups: db.collection<documents.GroupDoc>("groups"),
    groupRequests: db.collection<documents.GroupRequestDoc>("groupRequests"),
    links: db.collection<documents.LinkDoc>("links"),
    events: db.collection<documents.EventDoc>("events"),
    expenses: db.collection<documents.ExpenseDoc>("expenses"),
    settlements: db.collection<documents.SettlementDoc>("settlements"),
    transfers: db.collection<documents.TransferDoc>("transfers"),
    spending: db.collection<documents.SpendingDoc>("spending"),
    balances: db.collection<documents.BalanceDoc>("balances"),
    imports: db.collection<ImportDoc>("imports"),
    series: db.collection<SeriesDoc>("series"),
    importRows: db.collection<ImportRowDoc>("importRows"),
    activities: db.collection<ActivityDoc>("activities"),
    notices: db.collection<NoticeDoc>("notices"),
    idempotencyKeys: db.collection<documents.IdempotencyKeyDoc>("idempotencyKeys"),
  };
}

export type Collections = ReturnType<typeof collectionsOf>;

/** The typed collections of the process's database. @throws DatabaseUnavailable */
export async function collections(): Promise<Collections> {
  return collectionsOf(await getDb());
}

/** The longest pause before a transaction runs again, in milliseconds. */
const MAX_PAUSE_MS = 500;

/** What was read before a transaction's lock has changed since: {@link withTransaction} repeats it. */
export class ChangedMeanwhile extends Error {}

/**
 * Runs `work` in a transaction and repeats it after a write conflict or {@link ChangedMeanwhile}, so `work` must not
 * have other effects.
 * @returns the result of the run that was committed
 */
export async function withTransaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  const { client } = await getDb();
  let runs = 0;
  return client.withSession(async (session) => {
    const run = async () => {
      // Random, so that transactions that conflicted do not meet again.
      if (runs > 0) await wait(Math.random() * Math.min(10 * 2 ** runs, MAX_PAUSE_MS));
      runs += 1;
      return work(session);
    };
    const attempt = (): Promise<T> =>
      session.withTransaction(run).catch((error: unknown) => {
        if (error instanceof ChangedMeanwhile) return attempt();
        throw error;
      });
    return attempt().finally(() => endTurn(session));
  });
}

/** Reads in one snapshot, without concurrent writes. Like a transaction, it may run again. */
export async function inSnapshot<T>(read: (session: ClientSession) => Promise<T>): Promise<T> {
  const { client } = await getDb();
  const options = { readConcern: { level: "snapshot" }, readPreference: "primary" } as const;
  return client.withSession((session) => session.withTransaction(read, options));
}
