import "server-only";
import type { Db } from "mongodb";
import { getDb } from "./client";
import type {
  AccountDoc,
  ActivityDoc,
  BalanceDoc,
  EventDoc,
  ExpenseDoc,
  FriendshipDoc,
  GroupDoc,
  GroupRequestDoc,
  IdempotencyKeyDoc,
  LinkDoc,
  SessionDoc,
  SettlementDoc,
  SpendingDoc,
  TransferDoc,
  UserDoc,
} from "./documents";

export type * from "./documents";

/** The filter of groups that are listed and counted: those of pairs are not. */
export const NO_PAIR = { pair: { $exists: false } } as const;

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
