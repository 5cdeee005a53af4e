import "server-only";
import type { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/access";
import { centsToDollars } from "@/lib/core/money";
import { listGroupBalances } from "@/lib/db/balances";
import { listEventBalances } from "@/lib/db/settlements";

/** The viewer's balances by id, in dollars: positive if they are owed, negative if they owe; even ones are omitted. */
export type Balances = Readonly<Record<string, number>>;

/** The viewer's balance in each of their groups. */
export async function balancesByGroup(viewer: Viewer): Promise<Balances> {
  return toBalances(await listGroupBalances(viewer._id));
}

/** The viewer's balance in each event of a group. */
export async function balancesByEvent(viewer: Viewer, groupId: ObjectId): Promise<Balances> {
  return toBalances(await listEventBalances(viewer._id, groupId));
}

/** @param nets cents by id */
export const toBalances = (nets: ReadonlyMap<string, number>): Balances =>
  Object.fromEntries([...nets].map(([id, cents]) => [id, centsToDollars(cents)]));
