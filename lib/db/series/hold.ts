import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import type { Pause } from "@/lib/core/series/pause";
import { AppError } from "@/lib/errors";
import type { EventDoc, GroupDoc, SeriesDoc } from "../collections";
import { otherOfPair } from "../friends/pair-group";
import { assertFriends } from "../friends/pairs";
import { includesId } from "../ids";

/** What keeps an occurrence from being made, and who caused it. */
export type Hold = { reason: Pause; by: ObjectId };

/**
 * Looks for what keeps occurrences from being made.
 * @param event of the occurrence; null: it was deleted; undefined: one of its month
 */
export function holdOf(
  { createdBy, payers, splitWith, everyone }: SeriesDoc,
  { members }: Pick<GroupDoc, "members">,
  event: Pick<EventDoc, "closedBy"> | null | undefined,
): Hold | null {
  const named = [createdBy, ...payers.map(({ user }) => user), ...(everyone ? [] : splitWith)];
  const left = named.find((one) => !includesId(members, one));
  if (left) return { reason: "left", by: left };
  if (event === null) return { reason: "deleted", by: createdBy };
  return event?.closedBy ? { reason: "closed", by: event.closedBy } : null;
}

/** Within a transaction that has locked the group: also of a pair that is no longer friends. */
export async function currentHold(
  series: SeriesDoc,
  group: GroupDoc,
  event: EventDoc | null | undefined,
  session: ClientSession,
): Promise<Hold | null> {
  const hold = holdOf(series, group, event);
  if (hold) return hold;
  try {
    await assertFriends(group, session);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reason: "unfriended", by: otherOfPair(series.createdBy, group.pair!) };
  }
}
