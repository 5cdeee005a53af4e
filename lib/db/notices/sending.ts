import "server-only";
import { ObjectId } from "mongodb";
import { collections, type NoticeDoc } from "../collections";
import { findAll } from "../page";

// Attempts to send a notice. Each is claimed first. A process that is killed during an attempt leaves its claim behind, so
// the next one knows that the message may have been sent.

/** A claim is valid for this long, which is much longer than an attempt takes. */
const CLAIM_MS = 2 * 60_000;
/** The pauses after failed attempts; the last one is used for all further attempts. */
const PAUSES_MS = [1, 5, 15, 60, 180].map((minutes) => minutes * 60_000);
/** After this, sending a notice is given up. */
const GIVE_UP_MS = 24 * 60 * 60_000;
/** A notice that was postponed for this long is not sent, such as with quiet hours of almost the whole day. */
const MOST_LATE_MS = 2 * GIVE_UP_MS;
/** An abandoned attempt is repeated once, so that at most one message is sent twice. */
const MOST_LOST = 1;

type Sending = NonNullable<NoticeDoc["sending"]>;
export type ClaimedNotice = NoticeDoc & { sending: Sending };

/** The notices that are due, earliest first. */
export async function listDueNotices(now: Date, limit: number): Promise<NoticeDoc[]> {
  const { notices } = await collections();
  return findAll(notices, { sendAt: { $lte: now } }, { sort: { sendAt: 1 }, limit });
}

/** The number of notices that are to be sent, now or later. */
export const countQueued = async (): Promise<number> =>
  (await collections()).notices.countDocuments({ sendAt: { $exists: true } });

/** Claims a notice for an attempt. @returns null if another process has it, or sending is given up */
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

/** Records that a device or address is done. @param sentAt when the notice was sent; null: the device or address is gone */
export async function noteDone(notice: ClaimedNotice, target: string, sentAt: Date | null): Promise<void> {
  const { notices } = await collections();
  const done = { $addToSet: { "sending.done": target } };
  await notices.updateOne(mine(notice), { ...done, ...(sentAt && { $set: { sentAt } }) });
}

/** Ends an attempt. Failed ones are repeated for a day. */
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

/** Postpones notices: in quiet hours, shortly after another message, or after a problem. Old ones are not sent at all. */
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

/**
 * When a person was last sent a notice of an event, if after the given time; otherwise null.
 * @param due the notices to send now: one that failed in another channel must not wait for itself
 */
export async function lastSentAfter(
  { userId, eventId }: NoticeDoc,
  after: Date,
  due: readonly NoticeDoc[],
): Promise<Date | null> {
  const { notices } = await collections();
  const [last] = await findAll(
    notices,
    {
      userId,
      at: { $gt: new Date(after.getTime() - GIVE_UP_MS) },
      eventId,
      sentAt: { $gt: after },
      _id: { $nin: due.map(({ _id }) => _id) },
    },
    { sort: { sentAt: -1 }, limit: 1, projection: { sentAt: 1 } },
  );
  return last?.sentAt ?? null;
}
