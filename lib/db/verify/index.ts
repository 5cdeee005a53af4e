import "server-only";
import { setImmediate } from "node:timers/promises";
import { env } from "@/lib/server/env";
import { getDb, inSnapshot } from "../client";
import {
  collections,
  type Collections,
  type EventDoc,
  type ExpenseDoc,
  type SettlementDoc,
  type SpendingDoc,
  type TransferDoc,
} from "../collections";
import { addToBalances, checkBalances, noBalances } from "./balances";
import { EventCheck } from "./ledger";
import { PlanCheck } from "./plans";
import {
  checkEventPeople,
  checkExpensePeople,
  checkFriendships,
  checkInvitations,
  checkLinks,
  checkPairs,
  checkSettlementPeople,
  checkTransferPeople,
  readKnown,
  type Circle,
} from "./references";
import { eachRow, readAll, RowsByEvent, type Read } from "./rows";
import { EVENT, EXPENSE, hasShape, SETTLEMENT, SPENDING, TRANSFER } from "./shape";
import { checkStorage } from "./storage";
import { readAbout } from "./suspects";
import { guarded, type Progress, type Report, type Violation } from "./violation";

type Verified = { groups: number; events: number; expenses: number; settlements: number };

/**
 * Checks the whole database: missing fields, the ledger laws (docs/rules.md#ledger), totals and counts of events,
 * orphans, sums of shares, plans, balances. Read-only. People may write meanwhile: rows that were read one after another
 * may not fit together, so what seems wrong is read again, in one snapshot, before it is reported.
 *
 * Expenses, transfers, and settlements are read in the order of their events, so that each event is checked when its rows pass by.
 * Memory is needed for people, groups, plans, and balances only.
 * @param report called with each violation
 * @param progress told what is being checked
 * @returns what was checked
 */
export async function verifyDatabase(report: Report, progress: Progress = () => {}): Promise<Verified> {
  const all = await collections();
  const events = await all.events.estimatedDocumentCount();
  const suspects = new Set<string>();
  let ledger: Promise<Verified> | undefined;
  const begin = () =>
    (ledger ??= checkLedger(readAll(all), ({ subject }) => void suspects.add(subject), progress, events));
  try {
    if (env().embedded) {
      progress("Checking the data file");
      // At once, because the embedded database works in a thread of its own. At a damaged page, LMDB may end the process.
      await checkStorage(await getDb(), report, () => void begin().catch(() => undefined));
    }
  } finally {
    await ledger?.catch(() => undefined);
  }
  const verified = await begin();
  const left = [...suspects];
  while (left.length > 0) {
    progress("Checking again what seems wrong", suspects.size - left.length, suspects.size);
    for (const violation of await checkAgain(new Set(left.splice(0, AT_ONCE)), all)) report(violation);
  }
  return verified;
}

/** How many suspects are read in one snapshot, which has to last. */
const AT_ONCE = 20;

/** Checks suspects with everything that has to do with them, in one snapshot. @returns their violations */
async function checkAgain(suspects: ReadonlySet<string>, all: Collections): Promise<Violation[]> {
  return inSnapshot(async (session) => {
    const found: Violation[] = [];
    const report: Report = (one) => void (suspects.has(one.subject) && found.push(one));
    await checkLedger(await readAbout(suspects, all, session), report);
    return found;
  });
}

/** Checks everything but how it is stored. */
async function checkLedger(
  read: Read,
  report: Report,
  progress: Progress = () => {},
  events = 0,
): Promise<Verified> {
  progress("Checking people and groups");
  const known = await readKnown(read, report);
  await checkFriendships(read, known, report);
  await checkInvitations(read, known, report);
  await checkLinks(read, known, report);

  const verified: Verified = { groups: known.groups.size, events: 0, expenses: 0, settlements: 0 };
  const balances = noBalances();
  const expenses = new RowsByEvent(read, "expenses");
  const transfers = new RowsByEvent(read, "transfers");
  const plans = new PlanCheck(report);
  const settlements = new RowsByEvent(read, "settlements");
  const spending = new RowsByEvent(read, "spending", { _id: 1 });

  /** Checks the rows up to those of an event, or all that are left. Rows in between belong to no event. */
  const checkRows = async (place: Place | null) => {
    await expenses.upTo(place?.id ?? null, (expense, matches) => {
      const sound = isSound("expense", expense, EXPENSE, matches ? place : null, report);
      if (!place || !matches) return;
      verified.expenses += 1;
      if (!sound) return;
      checkExpensePeople(expense, place.group, report);
      place.check.addExpense(expense);
    });
    await transfers.upTo(place?.id ?? null, (part, matches) => {
      const sound = isSound("transfers", part, TRANSFER, matches ? place : null, report);
      if (!sound) return;
      plans.add(part);
      if (!place || !matches) return;
      checkTransferPeople(part, place.group, report);
      place.check.addTransfers(part);
    });
    await settlements.upTo(place?.id ?? null, (settlement, matches) => {
      const sound = isSound("settlement", settlement, SETTLEMENT, matches ? place : null, report);
      if (!place || !matches) return;
      verified.settlements += 1;
      if (!sound) return;
      checkSettlementPeople(settlement, place.group, report);
      place.check.addSettlement(settlement);
    });
  };
  const checkSpending = (place: Place | null) =>
    spending.upTo(place?.id ?? null, (month, matches) => {
      if (!isSound("spending", month, SPENDING, matches ? place : null, report)) return;
      if (matches) place?.check.addSpending(month);
    });
  const checkEvent = async (event: EventDoc) => {
    progress("Checking events", verified.events, events);
    // Receives what the database has sent, or it would wait until all rows that are here are checked.
    await setImmediate();
    verified.events += 1;
    const id = event._id.toHexString();
    const complete = hasShape(`event ${id}`, event, EVENT, report);
    const groupId = complete ? event.groupId.toHexString() : null;
    const group = groupId === null ? undefined : known.groups.get(groupId);
    if (complete) checkEventPeople(event, group, report);
    const check = new EventCheck(event, report);
    await checkRows({ id, groupId, group, check });
    await checkSpending({ id, groupId, group, check });
    if (complete) check.finish();
    guarded(`event ${id}`, report, () => addToBalances(balances, check.open));
  };
  await eachRow(read, "events", checkEvent, { sort: { _id: 1 } });
  await checkRows(null);
  await checkSpending(null);
  checkPairs(known, report);
  plans.finish();
  progress("Checking balances");
  await checkBalances(read, balances, report);
  return verified;
}

/** An event; its group is null if that is not stored, and has no `group` if it does not exist. */
type Place = { id: string; groupId: string | null; group: Circle | undefined; check: EventCheck };

/** Checks the fields, event, and group of a row. @returns whether the fields are all there */
function isSound(
  kind: "expense" | "settlement" | "transfers" | "spending",
  row: ExpenseDoc | SettlementDoc | TransferDoc | SpendingDoc,
  shape: typeof EXPENSE | typeof SETTLEMENT | typeof TRANSFER | typeof SPENDING,
  place: Place | null,
  report: Report,
): boolean {
  const subject = `${kind} ${typeof row._id === "string" ? row._id : row._id.toHexString()}`;
  if (!hasShape(subject, row, shape, report)) return false;
  if (!place) report({ subject, problem: `its event ${row.eventId.toHexString()} does not exist` });
  else if (place.groupId !== null && place.groupId !== row.groupId.toHexString()) {
    report({ subject, problem: "its group is not that of its event" });
  }
  return true;
}
