import "server-only";
import type { ObjectId } from "mongodb";
import { activitySentence } from "@/lib/core/activity";
import { groupBy } from "@/lib/core/group-by";
import { chargedText, openText, stillOpenText, summaryText, type Open } from "@/lib/core/notices";
import { sumCents } from "@/lib/core/money/money";
import { entriesOf } from "@/lib/core/spending";
import type { Page, PageRequest } from "@/lib/core/page";
import { isolate, withoutIsolates } from "@/lib/core/text/isolate";
import { pluralize } from "@/lib/core/text/pluralize";
import type { Notice } from "@/lib/contract/notices";
import type { ActivityDoc } from "@/lib/db/collections";
import { listBlockedEitherWay } from "@/lib/db/friends/blocks";
import { includesId } from "@/lib/db/ids";
import { listNotices, loadNotices, type NoticeRow, type OwnPart } from "@/lib/db/notices";
import { listGroupBalances } from "@/lib/db/settlements/balances";
import { listSpendingOfMember } from "@/lib/db/spending";
import { eventPath, expensePath, friendPath, groupPath, seriesPath, whyPath } from "@/lib/paths";
import type { Viewer } from "@/lib/server/access";
import type { Names } from "./serialize";
import { idsOfPair, loadNames, titledFor } from "./with-names";

// Texts of notices, with current figures, and without anything that the recipient may no longer see.

/** How many notices the server renders; the rest are loaded on demand. */
const FIRST_NOTICES = 30;

/** What a notice says, with what people typed isolated; the path it opens; and `title`, plain: where it happened. */
export type NoticeText = { title: string; text: string; path: string };

/**
 * @param page default: the first page of the screen
 * @returns `unread`: if any notice is unread, the newest one, up to which the screen marks all as read
 */
export async function noticesView(
  viewer: Pick<Viewer, "_id">,
  page: PageRequest = { limit: FIRST_NOTICES },
): Promise<Page<Notice> & { unread: string | undefined }> {
  const { rows, nextCursor } = await listNotices(viewer._id, page);
  const inWords = await putIntoWords(viewer._id, rows);
  const shown = rows.flatMap((row): Notice[] => {
    const words = inWords(row);
    if (!words) return [];
    const { _id, kind, at, read } = row;
    return [{ _id: _id.toHexString(), kind, text: words.text, path: words.path, at: at.toISOString(), read }];
  });
  // Includes notices without a text: otherwise, the bell would keep counting notices that cannot be opened.
  const unread = rows.some(({ read }) => !read) ? rows[0]?._id.toHexString() : undefined;
  return { rows: shown, nextCursor, unread };
}

/** The plain texts of a person's notices, oldest first; null if nothing is left to tell, such as after they left the group. */
export async function noticesToSend(
  person: ObjectId,
  ids: readonly ObjectId[],
): Promise<{ _id: ObjectId; words: NoticeText | null }[]> {
  const rows = await loadNotices(person, ids);
  const inWords = await putIntoWords(person, rows);
  return rows.map((row) => {
    const words = inWords(row);
    return { _id: row._id, words: words && { ...words, text: withoutIsolates(words.text) } };
  });
}

async function putIntoWords(
  viewer: ObjectId,
  rows: readonly NoticeRow[],
): Promise<(row: NoticeRow) => NoticeText | null> {
  const [names, blocked] = await Promise.all([loadNames(rows.flatMap(idsOf)), listBlockedEitherWay(viewer)]);
  const summaryOf = await summariesFor(viewer, rows);
  return (row) => {
    if (row.month !== undefined) return summaryOf(row.month);
    const told = row.told.filter(({ actor }) => !includesId(blocked, actor));
    if (row.from ? includesId(blocked, row.from) : told.length === 0) return null;
    const said = placesOf({ ...row, told }).flatMap((part) => wordsOf(viewer, part, names) ?? []);
    const last = said.at(-1);
    return last ? { ...last, text: said.map(({ text }) => text).join(" ") } : null;
  };
}

/**
 * Splits a notice by event: expenses in a digest may have moved to other events, or to other groups. Each part has only the
 * expenses of its own activities: none of people blocked, and none twice.
 */
function placesOf(row: NoticeRow): NoticeRow[] {
  const parts = groupBy(row.told, ({ expenseId, eventId }) =>
    expenseId && eventId ? eventId.toHexString() : "",
  );
  if (parts.size === 0) parts.set("", []);
  return [...parts].map(([moves, told]) => {
    const { groupId, eventId } = moves && told[0] ? told[0] : row;
    const isTold = ({ _id }: OwnPart) => told.some(({ expenseId }) => expenseId?.equals(_id));
    return {
      ...row,
      told,
      groupId,
      eventId,
      expenses: row.expenses.filter(isTold),
      open: row.open.filter((one) => eventId?.equals(one.eventId)),
      group: row.group.filter(({ _id }) => groupId?.equals(_id)),
      event: row.event.filter(({ _id }) => eventId?.equals(_id)),
    };
  });
}

/** The texts of monthly summaries. Runs no command if no notice is a summary. */
async function summariesFor(viewer: ObjectId, rows: readonly NoticeRow[]) {
  const months = rows.flatMap(({ month }) => month ?? []).toSorted();
  const [first] = months;
  if (first === undefined) return () => null;
  const [spending, balances] = await Promise.all([
    listSpendingOfMember(viewer, first),
    listGroupBalances(viewer, ["person"]),
  ]);
  const hex = viewer.toHexString();
  const entries = spending.flatMap(entriesOf).filter(({ user, part }) => user === hex && part !== "paid");
  const all = [...balances.values()];
  const facts = {
    owes: -sumCents(all.filter((cents) => cents < 0)),
    owed: sumCents(all.filter((cents) => cents > 0)),
  };
  return (month: string): NoticeText => {
    const share = sumCents(entries.filter((one) => one.month === month).map(({ cents }) => cents));
    return { title: "Evenly", text: summaryText({ month, share, ...facts }), path: "/account" };
  };
}

const idsOf = ({ told, from, expenses, open, group }: NoticeRow): ObjectId[] => [
  ...told.flatMap(({ actor, people }) => [actor, ...people]),
  ...(from ? [from] : []),
  ...expenses.flatMap(({ paidBy, deletedBy }) => [paidBy, ...(deletedBy ? [deletedBy] : [])]),
  ...open.flatMap(({ users }) => users),
  ...group.flatMap(idsOfPair),
];

type NameOf = (id: ObjectId) => string;

function wordsOf(viewer: ObjectId, row: NoticeRow, names: Names): NoticeText | null {
  const { kind, told } = row;
  const nameOf: NameOf = (id) => isolate(names(id).name);
  const last = told.at(-1);
  const [group] = row.group;
  if (kind === "invited" && last) {
    const [invitation] = row.invited.filter(({ from }) => from.equals(last.actor));
    const title = (group ?? invitation?.group[0])?.title;
    if (title === undefined) return null;
    const text = `${nameOf(last.actor)} invited you to ${isolate(title)}.`;
    return { title, text, path: group ? groupPath(group._id.toHexString()) : "/requests" };
  }
  if (row.pair && row.from) return friendWords(row.kind, row.friendship[0], names(row.from));
  if (!group) return null;
  const groupId = group._id.toHexString();
  const [event] = row.event;
  if (row.eventId && (!event || event.deletedAt)) return null;
  const eventId = event?._id.toHexString();
  const { title } = titledFor(viewer, group, names, event ?? group);
  const place = isolate(title);
  const where = eventId && group.pair === undefined ? ` in ${place}` : "";
  const path = eventId ? eventPath(groupId, eventId) : groupPath(groupId);
  const said = (text: string, to: string = path): NoticeText => ({ title, text, path: to });
  if (kind === "reminder") {
    const payment = row.open.find(({ _id }) => _id.equals(row.settlementId!));
    const open = payment && openOf(viewer, payment, nameOf);
    if (!row.from || !eventId || !open || open.cents < 0) return null;
    const text = `${nameOf(row.from)} sent you a reminder:${openText(open, where)}`;
    return said(text, whyPath(groupId, eventId, payment._id.toHexString()));
  }
  if (!last) return null;
  const actor = nameOf(last.actor);
  const open = row.open.map((one) => openOf(viewer, one, nameOf));
  switch (kind) {
    case "joined":
      return said(`${actor} joined ${place}.`);
    case "paid": {
      if (last.kind === "plan-applied" || last.kind === "plan-undone") {
        const did = last.kind === "plan-applied" ? "simplified the" : "undid the simplified";
        return said(`${actor} ${did} payments in ${place}.${stillOpenText(open)}`);
      }
      const [text, other] = paidText(viewer, told, names);
      return last.batchId
        ? { title: other.name, text: `${text}.`, path: friendPath(other._id) }
        : said(`${text}${where}.`);
    }
    case "comment": {
      const [expense] = row.expenses;
      if (!expense || expense.deletedAt || !eventId) return null;
      const to = expensePath(groupId, eventId, expense._id.toHexString());
      const name = isolate(expense.description);
      if (told.length > 1) return said(`${pluralize(told.length, "comment")} on ${name}${where}.`, to);
      return said(`${actor} commented on ${name}: “${isolate(last.text)}”`, to);
    }
    case "closing":
      return said(`${actor} closed ${place}.${stillOpenText(open)}`);
    case "charged":
    case "repeating": {
      if (last.kind === "series-held")
        return said(
          `${isolate(last.title)} is paused and does not repeat. ${last.text}`,
          seriesPath(groupId),
        );
      return eventId
        ? chargedWords(viewer, row, {
            said,
            nameOf,
            actor,
            event: where ? place : null,
            path: (id) => expensePath(groupId, eventId, id),
          })
        : null;
    }
    default:
      return null;
  }
}

/** The text of a friend request while it is pending, or of an accepted one while the two are friends; otherwise null. */
function friendWords(
  kind: NoticeRow["kind"],
  friendship: NoticeRow["friendship"][number] | undefined,
  { _id, name }: ReturnType<Names>,
): NoticeText | null {
  if (kind === "joined" && friendship?.status === "accepted")
    return { title: name, text: `${isolate(name)} accepted your friend request.`, path: friendPath(_id) };
  const asks = friendship?.status === "pending" && friendship.requestedBy.toHexString() === _id;
  return kind === "invited" && asks
    ? { title: name, text: `${isolate(name)} wants to be your friend.`, path: "/requests" }
    : null;
}

/** The text about expenses: the recipient's part, and the open balance with the payer. */
function chargedWords(
  viewer: ObjectId,
  row: NoticeRow,
  {
    said,
    nameOf,
    path,
    ...facts
  }: {
    said: (text: string, to?: string) => NoticeText;
    nameOf: NameOf;
    /** Of an expense. */
    path: (id: string) => string;
    actor: string;
    event: string | null;
  },
): NoticeText | null {
  const { expenses } = row;
  const [first] = expenses;
  if (!first) return null;
  const samePayer = expenses.every(({ paidBy }) => paidBy.equals(first.paidBy));
  const withPayer = samePayer && row.open.find(({ users }) => includesId(users, first.paidBy));
  const sum = (parts: readonly { cents: number }[]) => sumCents(parts.map(({ cents }) => cents));
  const whoDeleted = ({ deletedAt, deletedBy }: OwnPart) =>
    deletedAt && (deletedBy?.equals(viewer) ? "You" : deletedBy ? nameOf(deletedBy) : facts.actor);
  const text = chargedText({
    ...facts,
    expenses: expenses.map((one) => ({
      title: isolate(one.description),
      share: sum(one.shares),
      paid: sum(one.payers),
      deletedBy: whoDeleted(one),
    })),
    open: withPayer && !first.paidBy.equals(viewer) ? openOf(viewer, withPayer, nameOf) : null,
  });
  const alone = expenses.length === 1 && !first.deletedAt;
  return alone ? said(text, path(first._id.toHexString())) : said(text);
}

/** The open balance with the other person of a payment. */
function openOf(viewer: ObjectId, { users, net }: NoticeRow["open"][number], nameOf: NameOf): Open {
  const [lo, hi] = users;
  return lo.equals(viewer) ? { name: nameOf(hi), cents: net } : { name: nameOf(lo), cents: -net };
}

/** The sentence about payments that were settled or undone together, without its period; and the other person. */
function paidText(viewer: ObjectId, told: readonly ActivityDoc[], names: Names): [string, ReturnType<Names>] {
  const [first] = told as [ActivityDoc];
  const other = first.people.find((one) => !one.equals(viewer)) ?? first.actor;
  const cents = sumCents(told.map((one) => (one.people[0]!.equals(viewer) ? one.cents! : -one.cents!)));
  const people = cents < 0 ? [other, viewer] : [viewer, other];
  const actor = names(first.actor);
  const did = first.kind === "payment-settled" ? "settled" : "undid";
  const sentence =
    cents === 0
      ? `${isolate(actor.name)} ${did} your payments with each other, which cancel out`
      : activitySentence(
          { kind: first.kind, actor, people: people.map(names), title: "", cents: Math.abs(cents) },
          viewer.toHexString(),
          ({ name }) => name,
        );
  return [sentence, names(other)];
}
