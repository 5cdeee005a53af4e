import "server-only";
import { ObjectId } from "mongodb";
import { collections, type NoticeDoc } from "../collections";
import { findAll } from "../page";

// The attempts to send a notice. Each is claimed first: a process that ends during one leaves its claim behind, which tells
// the next one that the message may have gone out.

/** A claimed attempt belongs to its process for this long; much longer than an attempt takes. */
const CLAIM_MS = 2 * 60_000;
/** How long after each failed attempt the next one follows; the last for all others. */
const PAUSES_MS = [1, 5, 15, 60, 180].map((minutes) => minutes * 60_000);
/** After this, a notice is not sent any more. */
const GIVE_UP_MS = 24 * 60 * 60_000;
/** A notice that was postponed for so long is not sent any more, such as by quiet hours that nearly never end. */
const MOST_LATE_MS = 2 * GIVE_UP_MS;
/** An attempt that was left behind is repeated once, so that at most one message goes out twice. */
const MOST_LOST = 1;

type Sending = NonNullable<NoticeDoc["sending"]>;
export type ClaimedNotice = NoticeDoc & { sending: Sending };

/** The notices to be sent by now, the earliest first. */
export async function listDueNotices(now: Date, limit: number): Promise<NoticeDoc[]> {
  const { notices } = await collections();
  return findAll(notices, { sendAt: { $lte: now } }, { sort: { sendAt: 1 }, limit });
}

/** How many notices are to be sent, also later. */
export const countQueued = async (): Promise<number> =>
  (await collections()).notices.countDocuments({ sendAt: { $exists: true } });

/** Takes a notice for an attempt. @returns null if another process has it, or it must not be tried again */
export async function claimNotice(notice: NoticeDoc, now: Date): Promise<ClaimedNotice | null> {
  const { notices } = await collections();
  const { since = now, failed = 0, by: left, lost = 0, done = [] } = notice.sending ?? {};
  const sending = { since, failed, by: new ObjectId(), lost: lost + (left ? 1 : 0), done };
  const sendAt = new Date(now.getTime() + CLAIM_MS);
  const { modifiedCount } = await notices.updateOne(
    { _id: notice._id, sendAt: notice.sendAt! },
    { $set: { sendAt, sending } },
  );
  if (modifiedCount === 0) return null;
  const claimed = { ...notice, sendAt, sending };
  if (sending.lost <= MOST_LOST) return claimed;
  await finishNotice(claimed, "given up", now);
  return null;
}

const mine = ({ _id, sending: { by } }: ClaimedNotice) => ({ _id, "sending.by": by });

/** Notes that a device or address is done with. @param sentAt when the notice was sent there; null: it is gone */
export async function noteDone(notice: ClaimedNotice, target: string, sentAt: Date | null): Promise<void> {
  const { notices } = await collections();
  const done = { $addToSet: { "sending.done": target } };
  await notices.updateOne(mine(notice), { ...done, ...(sentAt && { $set: { sentAt } }) });
}

/** Ends an attempt. A failed one is followed by another, for a day. */
export async function finishNotice(
  notice: ClaimedNotice,
  result: "done" | "failed" | "given up",
  now: Date,
): Promise<void> {
  const { notices } = await collections();
  const { since, failed } = notice.sending;
  const next = new Date(now.getTime() + PAUSES_MS[Math.min(failed, PAUSES_MS.length - 1)]!);
  if (result === "failed" && next.getTime() - since.getTime() <= GIVE_UP_MS) {
    const again = { sendAt: next, "sending.failed": failed + 1 };
    await notices.updateOne(mine(notice), { $set: again, $unset: { "sending.by": true } });
    return;
  }
  await notices.updateOne(mine(notice), { $unset: { sendAt: true, sending: true } });
}

/** Sends notices later: in quiet hours, shortly after another one, or after a problem; not any more if they are old. */
export async function postponeNotices(due: readonly NoticeDoc[], until: Date): Promise<void> {
  const { notices } = await collections();
  const isOld = ({ openUntil }: NoticeDoc) => until.getTime() - openUntil.getTime() > MOST_LATE_MS;
  const these = (list: readonly NoticeDoc[]) => ({
    _id: { $in: list.map(({ _id }) => _id) },
    sendAt: { $lte: until },
  });
  const [old, others] = [due.filter(isOld), due.filter((one) => !isOld(one))];
  await notices.updateMany(these(others), { $set: { sendAt: until } });
  if (old.length > 0) await notices.updateMany(these(old), { $unset: { sendAt: true, sending: true } });
}

/** When a person was last sent a notice of an event, after a moment; null if not. */
export async function lastSentAfter(person: ObjectId, eventId: ObjectId, after: Date): Promise<Date | null> {
  const { notices } = await collections();
  const [last] = await findAll(
    notices,
    {
      ...{ userId: person, at: { $gt: new Date(after.getTime() - GIVE_UP_MS) }, eventId },
      // One that failed elsewhere does not wait for itself.
      ...{ sentAt: { $gt: after }, sendAt: { $exists: false } },
    },
    { sort: { sentAt: -1 }, limit: 1, projection: { sentAt: 1 } },
  );
  return last?.sentAt ?? null;
}
