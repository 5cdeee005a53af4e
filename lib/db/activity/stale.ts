import "server-only";
import type { ObjectId } from "mongodb";
import { formatCents } from "@/lib/core/money/money";
import { isolate } from "@/lib/core/text/isolate";
import { AppError } from "@/lib/errors";
import { collections, type ActivityDoc } from "../collections";
import { nameOf } from "../people";
import type { ActivityOf } from ".";

/** The refusal of a change to an older version. It says who saved the new one, and a new amount. */
export async function staleError(
  actor: ObjectId,
  item: ActivityOf<ObjectId>,
  ...kinds: ActivityDoc["kind"][]
): Promise<AppError> {
  const { activities } = await collections();
  const last = await activities.findOne({ ...item, kind: { $in: kinds } }, { sort: { at: -1, _id: -1 } });
  if (!last) return new AppError("stale");
  const amount = last.changes.find(({ field }) => field === "amount");
  const to = amount ? ` to ${formatCents(amount.after as number)}` : "";
  const mine = last.actor.equals(actor);
  const subject = mine ? "You" : isolate(await nameOf(last.actor));
  return new AppError(
    "stale",
    `${subject} changed this${to}${mine ? " on another device" : ""}. Reload to see the new version.`,
  );
}
