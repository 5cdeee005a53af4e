import "server-only";
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { env } from "@/lib/env";
import { getDb } from "../client";
import { collections, type Collections, inSnapshot } from "../collections";
import { expenseDoc, settlementDoc, spendingDoc, transferDoc, type TransferDoc } from "../documents";
import { checkBalances, type ExpectedBalances } from "./balances";
import { EventCheck } from "./event";
import { checkImports } from "./imports";
import { checkPairs, checkPeople, hex } from "./people";
import { eachRow, readAll, rowsByEvent, type Child, type DocOf, type Read } from "./rows";
import { checkSeries } from "./series";
import { checkStorage } from "./storage";
import { readAbout } from "./suspects";
import { about, hasShape, type Progress, type Report, type Say, type Violation, guarded } from "./violation";
import { add, bothSides, type Sums } from "./sums";

type Verified = { groups: number; events: number; expenses: number; settlements: number };

/**
 * Checks the whole database, read-only: of the embedded one the data file, then the ledger.
 * @param report called with each violation
 * @param progress told what is being checked
 * @returns what was checked
 */
export async function verifyDatabase(report: Report, progress: Progress = () => {}): Promise<Verified> {
  let ledger: Promise<Verified> | undefined;
  const begin = () => (ledger ??= verifyLedger(report, progress));
  try {
    if (env().embedded) {
      progress("Checking the data file");
      // At once, because the embedded database works in a thread of its own. At a damaged page, LMDB may end the process.
      await checkStorage(await getDb(), report, () => void begin().catch(() => undefined));
    }
  } finally {
    await ledger?.catch(() => undefined);
  }
  return begin();
}

/**
 * Checks all documents: their shapes, the ledger laws (docs/rules.md#ledger), totals and counts of events, orphans, sums of
 * shares, plans, balances. People may write meanwhile: rows that were read one after another may not fit together, so what
 * seems wrong is read again, in one snapshot, before it is reported.
 *
 * Expenses, transfers, and settlements are read in the order of their events, so that each event is checked when its rows pass by.
 * Memory is needed for people, groups, plans, numbers of series, and balances only.
 */
export async function verifyLedger(report: Report, progress: Progress = () => {}): Promise<Verified> {
  const all = await collections();
  const events = await all.events.estimatedDocumentCount();
  const suspects = new Set<string>();
  const verified = await checkLedger(
    readAll(all),
    ({ subject }) => void suspects.add(subject),
    progress,
    events,
  );
  const left = [...suspects];
  while (left.length > 0) {
    progress("Checking again what seems wrong", suspects.size - left.length, suspects.size);
    for (const violation of await checkAgain(new Set(left.splice(0, AT_ONCE)), all)) report(violation);
  }
  return verified;
}

/** How many suspects are read in one snapshot, which has to last. */
const AT_ONCE = 20;

/** Checks suspects with all related documents, in one snapshot. @returns their violations */
async function checkAgain(suspects: ReadonlySet<string>, all: Collections): Promise<Violation[]> {
  return inSnapshot(async (session) => {
    const found: Violation[] = [];
    const report: Report = (one) => void (suspects.has(one.subject) && found.push(one));
    await checkLedger(await readAbout(suspects, all, session), report);
    return found;
  });
}

/** @param read all documents, or suspects with what they relate to */
async function checkLedger(
  read: Read,
  report: Report,
  progress: Progress = () => {},
  events = 0,
): Promise<Verified> {
  progress("Checking people and groups");
  const known = await checkPeople(read, report);
  const checkOccurrence = await checkSeries(read, known.groups, report);
  const counts = { events: 0, expenses: 0, transfers: 0, settlements: 0, spending: 0 };
  const balances: ExpectedBalances = new Map();
  const plans = new PlanCheck(report);

  /**
   * Checks the rows of a collection, event by event.
   * @param add gets each row of the right shape, with its event, if that exists
   * @returns a function that checks the rows up to those of an event, or all remaining ones; rows in between belong to
   * no event
   */
  const rowsOf = <Name extends Child>(
    name: Name,
    kind: string,
    schema: z.ZodType<DocOf<Name>>,
    add: (row: DocOf<Name>, event: EventCheck | null, say: Say) => void,
  ) => {
    const upTo = rowsByEvent(read, name);
    return (next: EventCheck | null) =>
      upTo(next?.id ?? null, (row, matches) => {
        const event = matches ? next : null;
        if (event) counts[name] += 1;
        const say = about(`${kind} ${String(row._id)}`, report);
        if (!hasShape(row, schema, say)) return;
        if (!event) say(`its event ${hex(row.eventId)} does not exist`);
        else if (!event.isIn(row.groupId)) say("its group is not that of its event");
        add(row, event, say);
      });
  };
  const rows = [
    rowsOf("expenses", "expense", expenseDoc, (row, event, say) => {
      checkOccurrence(row, say);
      event?.addExpense(row, say);
    }),
    // Before the settlements, which name their plans.
    rowsOf("transfers", "transfers", transferDoc, (row, event, say) => {
      plans.add(row);
      event?.addTransfers(row, say);
    }),
    rowsOf("settlements", "settlement", settlementDoc, (row, event, say) => event?.addSettlement(row, say)),
    rowsOf("spending", "spending", spendingDoc, (row, event) => event?.addSpending(row)),
  ];

  await eachRow(read, "events", async (event) => {
    progress("Checking events", counts.events, events);
    // Receives replies of the database, which would otherwise wait until all loaded rows are checked.
    await setImmediate();
    counts.events += 1;
    const check = new EventCheck(event, known.groups, report);
    for (const upTo of rows) await upTo(check);
    check.finish(balances);
  });
  for (const upTo of rows) await upTo(null);
  checkPairs(known, report);
  await checkImports(read, known.groups, report);
  plans.finish();
  progress("Checking balances");
  await checkBalances(read, balances, report);
  return { groups: known.groups.size, ...counts };
}

type Plan = Pick<TransferDoc, "of"> & { parts: number; groups: Set<string>; sums: Sums };

/** Checks plans over all events: the transfers of each sum to zero for each person (docs/rules.md#plans). */
class PlanCheck {
  private readonly plans = new Map<string, Plan>();

  constructor(private readonly report: Report) {}

  add({ planId, of, groupId, debts }: TransferDoc): void {
    const id = hex(planId);
    const plan: Plan = this.plans.get(id) ?? { of, parts: 0, groups: new Set(), sums: new Map() };
    this.plans.set(id, plan);
    plan.parts += 1;
    plan.groups.add(hex(groupId));
    guarded(about(`plan ${id}`, this.report), () => {
      for (const [user, cents] of debts.flatMap(bothSides)) add(plan.sums, user, cents);
    });
  }

  /** After all transfers. */
  finish(): void {
    for (const [id, { of, parts, groups, sums }] of this.plans) {
      const say = about(`plan ${id}`, this.report);
      for (const [user, cents] of sums)
        if (cents !== 0) say(`its transfers change the balance of user ${user} by ${-cents} cents`);
      if (groups.size > 1) say("it is in several groups");
      if (of === "event" && parts > 1) say("it is of one event, but has several parts");
    }
  }
}
