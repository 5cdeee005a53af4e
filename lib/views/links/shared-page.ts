import "server-only";
import { requireSharedLink, type Viewer } from "@/lib/server/access";
import { dateOnly } from "@/lib/core/text/dates";
import { includesId } from "@/lib/db/ids";
import { findLink } from "@/lib/db/links";
import { findSharedLink } from "@/lib/db/links/shared";
import { AppError, isNotFound, notFound } from "@/lib/errors";
import type { Statement } from "@/lib/contract/statements";
import { namesOf } from "../serialize";
import { statementOf } from "../statements";
import { whyOfPair, type WhyPage } from "../settlements";

/**
 * What a link shows. `by`: the name of its creator. `sign-in`: only that its reader must sign in to see it. `join`:
 * that its reader must take part as the link's guest.
 */
export type SharedPage =
  | {
      kind: "statement";
      by: string;
      statement: Statement;
      /** The event, for a member of its group. */
      place: { groupId: string; eventId: string } | null;
    }
  | ({ kind: "why"; by: string } & WhyPage)
  | { kind: "sign-in" | "join" };

/**
 * Loads the page of a shared link, with current data (docs/rules.md#shared-links).
 * @param viewer null: without a session
 * @throws AppError "not-found", whatever the reason
 */
export async function loadSharedPage(token: string, viewer: Viewer | null): Promise<SharedPage> {
  try {
    const { link, ...found } = await requireSharedLink(token, viewer);
    const { shows, createdBy } = link;
    const by = namesOf(found.people)(createdBy).name;
    if (shows.kind === "why") return { kind: shows.kind, by, ...(await whyOfPair(found, shows)) };
    const { event, group } = found;
    const statement = withoutDetails(await statementOf(found));
    const ids = { groupId: group._id.toHexString(), eventId: event._id.toHexString() };
    const place = viewer && includesId(group.members, viewer._id) ? ids : null;
    return { kind: shows.kind, by, statement, place };
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return { kind: "sign-in" };
    if (isNotFound(error) && (await findSharedLink(token)) && (await findLink(token)))
      return { kind: "join" };
    throw error;
  }
}

/** Loads what a link to a statement shows. @throws AppError "not-found", also if the link shows something else */
export async function loadSharedStatement(token: string, viewer: Viewer | null) {
  const shared = await loadSharedPage(token, viewer);
  if (shared.kind !== "statement") throw notFound();
  return shared;
}

/** Reduces payments, plans, and the closing to the day, and removes other events. */
function withoutDetails(statement: Statement): Statement {
  const { event, made, plans } = statement;
  const day = (at: string | null) => at && dateOnly(at);
  return {
    ...statement,
    event: { ...event, closedAt: day(event.closedAt) },
    made: made.map((one) => ({
      ...one,
      settledAt: day(one.settledAt),
      method: null,
      note: "",
      batchId: null,
    })),
    plans: plans.map((plan) => ({ ...plan, usedAt: dateOnly(plan.usedAt) })),
    offsets: [],
  };
}
