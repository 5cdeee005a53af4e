import "server-only";
import type { ObjectId } from "mongodb";
import { readInEvent, readInGroup, requireGroup, type Viewer } from "@/lib/server/access";
import { peopleOf, type Entry } from "@/lib/core/exports/entries";
import { splitwiseLines } from "@/lib/core/exports/splitwise";
import { tableLines, type TableOf } from "@/lib/core/exports/table";
import { detailsOf } from "@/lib/core/expenses/details";
import { debtOf } from "@/lib/core/money/ledger";
import { mapPage, type PageRequest } from "@/lib/core/page";
import { distinctNames } from "@/lib/core/people";
import { dateOnly } from "@/lib/core/text/dates";
import { momentsOf, reportFigures, type ReportDays } from "@/lib/core/report";
import { movedOut } from "@/lib/core/plans";
import type { GroupDoc } from "@/lib/db/collections";
import { readShare } from "@/lib/db/expenses/money";
import { pairKeyOf } from "@/lib/db/friends";
import { listForReport } from "@/lib/db/groups/report";
import { requireId, toIds, uniqueIds } from "@/lib/db/ids";
import type { PersonDoc } from "@/lib/db/people";
import { listEntries, listEventPeople, type DayRange, type EntryRow } from "@/lib/db/settlements/entries";
import type { ExpensesFormat } from "@/lib/contract/expenses";
import { AppError } from "@/lib/errors";
import { allRows } from "./all-rows";
import { sharedWith } from "./friends";
import { namesOf, personOf } from "./serialize";
import { eventTitles } from "./with-names";

// Exports expenses and payments as CSV, earliest first. They are read page by page, and the rights are checked each time,
// so the export of a member who is removed meanwhile stops.

type File = { title: string; pieces: AsyncGenerator<string> };

/** The group's expenses and payments as CSV. @throws AppError "not-found"; "conflict", see {@link known} */
export async function groupExpensesView(
  viewer: Viewer,
  groupId: string,
  format?: ExpensesFormat,
): Promise<File> {
  const { group, people } = await requireGroup(viewer, groupId);
  return fileOf(group.title, groupEntries(viewer, groupId), namesInGroup(group, people), "group", format);
}

/**
 * The group's expenses and payments of some days as CSV, with the balances before and after them.
 * @throws AppError "not-found"; "conflict", see {@link known}
 */
export async function reportFileView(viewer: Viewer, groupId: string, days: ReportDays): Promise<File> {
  const range = momentsOf(days);
  const [{ group, people }, { sums }] = await readInGroup(viewer, groupId, (id) =>
    listForReport(id, range, null),
  );
  const before = new Map([...reportFigures(days, sums)].map(([id, figures]) => [id, figures.before]));
  const names = namesInGroup(group, people);
  const entries = known(groupEntries(viewer, groupId, range), names);
  return {
    title: [group.title, days.from, days.until].filter((part) => part !== undefined).join(" "),
    pieces: tableLines(entries, names, "group", before),
  };
}

const groupEntries = (viewer: Viewer, groupId: string, range?: DayRange) =>
  allRows(async (page) => {
    const [{ group }, rows] = await readInGroup(viewer, groupId, (id) =>
      listEntries({ groupId: id }, page, range),
    );
    const titleOf = await eventTitles(rows.rows);
    return mapPage(rows, (row) => {
      const event = group.pair === undefined ? titleOf(row) : group.title;
      return toEntries(row, { group: group.title, event });
    });
  });

/** Those of present and former members. */
const namesInGroup = ({ members, formerMembers }: GroupDoc, people: readonly PersonDoc[]) =>
  namesIn(uniqueIds([...members, ...formerMembers]), people);

/** An event's expenses and payments as CSV. @throws AppError "not-found"; "conflict", see {@link known} */
export async function eventExpensesView(
  viewer: Viewer,
  eventId: string,
  format?: ExpensesFormat,
): Promise<File> {
  const [{ event, group, people }, paying] = await readInEvent(viewer, eventId, listEventPeople);
  const entries = allRows(async (page) => {
    const [found, rows] = await readInEvent(viewer, eventId, (id) => listEntries({ eventId: id }, page));
    return mapPage(rows, (row) => toEntries(row, { group: found.group.title, event: found.event.title }));
  });
  const spending = toIds(Object.keys(event.tally));
  const involved = uniqueIds([...event.participants, ...spending, ...paying]).map(String);
  const ids = [...group.members, ...group.formerMembers].filter((id) => involved.includes(id.toHexString()));
  return fileOf(event.title, entries, namesIn(uniqueIds(ids), people), "event", format);
}

/**
 * What the viewer and another person share, as CSV: their part of each expense, and their payments, in the groups that
 * both are in.
 * @throws AppError "not-found" like the person's history
 */
export async function friendExpensesView(
  viewer: Viewer,
  personId: string,
  format?: ExpensesFormat,
): Promise<File> {
  const { person } = await sharedWith(viewer, personId);
  const pair = pairKeyOf(viewer._id, requireId(personId));
  const entries = allRows(async (page: PageRequest) => {
    const { groups } = await sharedWith(viewer, personId);
    const rows = await listEntries({ pair, groupIds: groups.map(({ _id }) => _id) }, page);
    const titleOf = await eventTitles(rows.rows);
    return mapPage(rows, (row) => {
      const { groupId } = row.kind === "expense" ? row.expense : row.kind === "plan" ? row.plan : row.payment;
      const group = groups.find(({ _id }) => _id.equals(groupId))!;
      return toPairEntries(row, pair, {
        group: group.title,
        event: group.isPair ? group.title : titleOf(row),
      });
    });
  });
  const names = namesIn([viewer._id, person._id], [personOf(viewer), person]);
  return fileOf(person.name, entries, names, "friend", format);
}

function fileOf(
  title: string,
  pages: AsyncGenerator<Entry[]>,
  names: ReadonlyMap<string, string>,
  of: TableOf,
  format?: ExpensesFormat,
): File {
  const entries = known(pages, names);
  if (format !== "splitwise") return { title, pieces: tableLines(entries, names, of) };
  const today = dateOnly(new Date().toISOString());
  // Over the group, what its plans moved sums to zero for each person.
  const shown = of === "group" ? without(entries, "plan") : entries;
  return { title: `${title} splitwise`, pieces: splitwiseLines(shown, names, today) };
}

async function* without(entries: AsyncIterable<Entry>, kind: Entry["kind"]) {
  for await (const entry of entries) if (entry.kind !== kind) yield entry;
}

/**
 * The entries one by one.
 * @throws AppError "conflict" at one with someone who has no column. Without their part, the row would not add up.
 */
async function* known(pages: AsyncIterable<Entry[]>, names: ReadonlyMap<string, string>) {
  for await (const entries of pages) {
    for (const entry of entries) {
      if (peopleOf(entry).some((id) => !names.has(id)))
        throw new AppError("conflict", "Someone has joined meanwhile. Please download it again.");
      yield entry;
    }
  }
}

/** The column of each person, in this order. */
const namesIn = (ids: readonly ObjectId[], people: readonly PersonDoc[]): Map<string, string> =>
  distinctNames(ids.map(namesOf(people)));

type Place = { group: string; event: string };

/** A row as it counts for each person; what a plan moved, as a few payments. */
function toEntries(row: EntryRow, place: Place): Entry[] {
  const common = { day: dateOnly(row.at.toISOString()), ...place };
  if (row.kind === "expense") return [{ ...common, ...expenseEntry(row.expense) }];
  if (row.kind === "payment") {
    const { method = null, note = "" } = row.payment;
    return [{ ...common, kind: "payment", ...debtOf(row.payment), method, note }];
  }
  return movedOut(row.plan.debts).map((payment) => ({ ...common, kind: "plan", ...payment }));
}

/** A row as it counts between two people: what one owes the other for it. */
function toPairEntries(row: EntryRow, pair: string, place: Place): Entry[] {
  if (row.kind === "payment") return toEntries(row, place);
  const { debts } = row.kind === "expense" ? row.expense : row.plan;
  const net = debts.find((one) => one.pair === pair)?.net ?? 0;
  const { from: debtor, to: creditor, cents } = debtOf({ pair, net });
  const common = { day: dateOnly(row.at.toISOString()), ...place };
  if (row.kind === "plan") return [{ ...common, kind: "plan", from: creditor, to: debtor, cents }];
  const entry = expenseEntry(row.expense);
  const shares = entry.shares.filter((share) => share.cents !== 0);
  if ([...entry.payers, ...shares].every(({ user }) => user === debtor || user === creditor))
    return [{ ...common, ...entry, shares }];
  // Who owes something for a refund has received it.
  const isRefund = entry.cents < 0;
  const part = isRefund ? -cents : cents;
  return [
    {
      ...common,
      ...entry,
      cents: part,
      whole: entry.cents,
      mode: "amounts",
      payers: [{ user: isRefund ? debtor : creditor, cents: part }],
      shares: [{ user: isRefund ? creditor : debtor, cents: part }],
    },
  ];
}

function expenseEntry(expense: Extract<EntryRow, { kind: "expense" }>["expense"]) {
  return {
    kind: "expense" as const,
    description: expense.description,
    cents: expense.cents,
    whole: null,
    payers: expense.payers.map(readShare),
    shares: expense.shares.map(readShare),
    mode: expense.split.mode,
    ...detailsOf(expense),
  };
}
