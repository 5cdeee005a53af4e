import "server-only";
import type { Db } from "mongodb";
import { getDb } from "./client";
import type * as account from "./account/documents";
import type { ActivityDoc } from "./activity/documents";
import type * as documents from "./documents";
import type { ImportDoc, ImportRowDoc } from "./imports/documents";
import type { NoticeDoc } from "./notices/documents";
import type { SeriesDoc } from "./series/documents";

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
