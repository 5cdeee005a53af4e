import "server-only";
import { setImmediate as turn } from "node:timers/promises";
import type { ObjectId } from "mongodb";
import { groupBy } from "@/lib/core/group-by";
import { CHANNELS, DIGEST_MS, withoutAmounts, type Channel } from "@/lib/core/notices";
import { quietUntil } from "@/lib/core/quiet-hours";
import type { NoticeDoc, UserDoc } from "@/lib/db/collections";
import { getUser } from "@/lib/db/people";
import { channelsOf } from "@/lib/db/notices/settings";
import {
  claimNotice,
  finishNotice,
  lastSentAfter,
  listDueNotices,
  noteDone,
  postponeNotices,
  type ClaimedNotice,
} from "@/lib/db/notices/sending";
import { isOutage } from "@/lib/db/server-errors";
import { log } from "@/lib/log";
import { noticesToSend, type NoticeText } from "@/lib/views/notices";
import type { Delivery, Message } from "./message";

/** A device or address of a person, and how to send to it. `id`: unique per person, across channels. */
export type Target = { id: string; send: (message: Message) => Promise<Delivery> };
export type Targets = Record<Channel, (user: UserDoc) => Promise<Target[]>>;

/** How many notices are loaded at once … */
const AT_ONCE = 500;
/** … and for how many pairs of person and event messages are sent in parallel. */
const PARALLEL = 20;
/** After this, the rest waits for the next run, so that other scheduled work is not held up. */
const MOST_MS = 50_000;
/** If an attempt throws, its notices are due again after this. */
const TROUBLE_MS = 15 * 60_000;

/**
 * Sends the notices that are due by now. Several processes can do so at the same time.
 * @param now returns the time
 */
export async function deliverDue(targets: Targets, now: () => Date = () => new Date()): Promise<void> {
  const end = now().getTime() + MOST_MS;
  const isOver = () => now().getTime() > end;
  let due: NoticeDoc[];
  do {
    due = await listDueNotices(now(), AT_ONCE);
    await inParallel(partsOf(due), (part) => tryPart(part, targets, now), isOver);
  } while (due.length === AT_ONCE && !isOver());
}

/** Groups notices by person and event. */
function partsOf(due: readonly NoticeDoc[]): NoticeDoc[][] {
  const parts = groupBy(
    due,
    (one) => `${one.userId.toHexString()}:${(one.eventId ?? one._id).toHexString()}`,
  );
  return [...parts.values()].map((part) =>
    part.toSorted((a, b) => a.openUntil.getTime() - b.openUntil.getTime()),
  );
}

async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (const item of left) {
        await work(item);
        if (isOver()) return;
        await turn();
      }
    }),
  );
}

/** A part that fails must neither stop the others nor stay first in the queue. */
async function tryPart(due: NoticeDoc[], targets: Targets, now: () => Date): Promise<void> {
  try {
    await deliverPart(due, targets, now);
  } catch (error) {
    if (isOutage(error)) throw error;
    log.error({ err: error }, "A notice could not be sent.");
    await postponeNotices(due, new Date(now().getTime() + TROUBLE_MS));
  }
}

/** Sends a person's notices of an event as one message per channel. */
async function deliverPart(due: NoticeDoc[], targets: Targets, now: () => Date): Promise<void> {
  const [first] = due as [NoticeDoc];
  const user = await getUser(first.userId);
  const { quiet, timeZone } = user?.notices ?? {};
  const later = (quiet && quietUntil(quiet, timeZone ?? "UTC", now())) ?? (await pauseOf(due, now()));
  if (later) return postponeNotices(due, later);

  const claimed: ClaimedNotice[] = [];
  for (const notice of due) {
    const mine = await claimNotice(notice, now());
    if (mine) claimed.push(mine);
  }
  const words = await wordsOf(first.userId, claimed);
  const sending = claimed.filter(({ _id }) => words.has(_id.toHexString()));
  let failed = false;
  if (user && sending.length > 0)
    for (const channel of CHANNELS)
      failed = !(await sendIn(channel, user, sending, { words, targets, now })) || failed;
  for (const notice of claimed)
    await finishNotice(notice, failed && sending.includes(notice) ? "failed" : "done", now());
}

/** Messages about an event are at least ten minutes apart. @returns when the next one may be sent; null: now */
async function pauseOf(due: readonly NoticeDoc[], now: Date): Promise<Date | null> {
  const [first] = due as [NoticeDoc];
  const last = first.eventId && (await lastSentAfter(first, new Date(now.getTime() - DIGEST_MS), due));
  return last ? new Date(last.getTime() + DIGEST_MS) : null;
}

/** The current texts, by notice id, without notices that have nothing left to tell. */
async function wordsOf(person: ObjectId, notices: readonly NoticeDoc[]): Promise<Map<string, NoticeText>> {
  const rows = await noticesToSend(
    person,
    notices.map(({ _id }) => _id),
  );
  return new Map(rows.flatMap(({ _id, words }) => (words ? [[_id.toHexString(), words]] : [])));
}

/** @returns false if the attempt has to be repeated */
async function sendIn(
  channel: Channel,
  user: UserDoc,
  notices: readonly ClaimedNotice[],
  { words, targets, now }: { words: ReadonlyMap<string, NoticeText>; targets: Targets; now: () => Date },
): Promise<boolean> {
  const wanted = notices.filter(({ kind }) => channelsOf(user.notices, kind).includes(channel));
  if (wanted.length === 0) return true;
  const sends = (await targets[channel](user)).map(async ({ id, send }) => {
    const missing = wanted.filter(({ sending }) => !sending.done.includes(id));
    if (missing.length === 0) return true;
    const result = await send(messageOf(missing, words, user.notices?.hideAmounts === true));
    if (result === "failed") return false;
    for (const notice of missing) await noteDone(notice, id, result === "sent" ? now() : null);
    return true;
  });
  return !(await Promise.all(sends)).includes(false);
}

function messageOf(
  notices: readonly NoticeDoc[],
  words: ReadonlyMap<string, NoticeText>,
  hidesAmounts: boolean,
): Message {
  const said = notices.map(({ _id }) => words.get(_id.toHexString())!);
  const { title, path } = said.at(-1)!;
  const text = said.map((one) => one.text).join("\n");
  const shown = hidesAmounts ? withoutAmounts : (part: string) => part;
  return { id: notices[0]!._id.toHexString(), title: shown(title), text: shown(text), path };
}
