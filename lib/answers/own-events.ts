import "server-only";
import type { ObjectId } from "mongodb";
import { MAX_ROWS } from "@/lib/core/page";
import type { EventDoc, ExpenseDoc, SettlementDoc, TransferDoc } from "@/lib/db/collections";
import { includesId } from "@/lib/db/ids";
import { listOfEvents } from "@/lib/db/my-data";
import type { Sight } from "@/lib/db/past";
import type { Expense } from "@/lib/contract/expenses";
import type { PlanPart } from "@/lib/contract/plans";
import type { Settlement } from "@/lib/contract/settlements";
import { toExpense, toSettlement } from "@/lib/answers/serialize";
import { allRows, oneAhead } from "./all-rows";
import { toPlanPart } from "./plans";
import { idsOfExpense, idsOfSettlement, idsOfTransfer, knownAs, type NameCache } from "./with-names";

// The events of a group with what concerns one person. A member's small events share their commands; a large one is read
// page by page, so that memory is needed for one page only.

type Rows<Row> = readonly Row[] | AsyncIterable<Row>;

/** An event with the expenses that the person paid, shares, or recorded, their payments, and the plans with them. */
export type OwnEvent = {
  event: EventDoc;
  expenses: Rows<Expense>;
  settlements: Rows<Settlement>;
  plans: Rows<PlanPart>;
};

/** All events that the person can see, newest first. @param names shared by all groups of a download */
export async function* ownEvents(user: ObjectId, sight: Sight, names: NameCache): AsyncGenerator<OwnEvent> {
  const known: NameCache = async (ids) => knownAs(await names(ids), sight.guestNames);
  const own = new Own(user, sight, known);
  for await (const batch of oneAhead(own.load(batchesOf(allRows(sight.events))))) yield* batch;
}

/** Consecutive events that have no more expenses together than a page. */
async function* batchesOf(events: AsyncIterable<EventDoc>): AsyncGenerator<EventDoc[]> {
  let batch: EventDoc[] = [];
  let expenses = 0;
  for await (const event of events) {
    // An event without expenses costs something, too.
    const size = event.expenseCount + 1;
    if (batch.length > 0 && expenses + size > MAX_ROWS) {
      yield batch;
      batch = [];
      expenses = 0;
    }
    batch.push(event);
    expenses += size;
  }
  if (batch.length > 0) yield batch;
}

class Own {
  constructor(
    private readonly user: ObjectId,
    private readonly sight: Sight,
    private readonly names: NameCache,
  ) {}

  async *load(batches: AsyncIterable<EventDoc[]>): AsyncGenerator<OwnEvent[]> {
    for await (const batch of batches) {
      const together = batch.length > 1 && !this.sight.until;
      const rows = together ? await listOfEvents(batch, MAX_ROWS) : null;
      if (!rows) {
        yield batch.map((event) => this.paged(event));
        continue;
      }
      const expenses = byEvent(await this.expenses(rows.expenses));
      const settlements = byEvent(await this.settlements(rows.settlements));
      const plans = byEvent(await this.plans(rows.transfers));
      yield batch.map((event) => {
        const id = event._id.toHexString();
        return {
          event,
          expenses: expenses.get(id) ?? [],
          settlements: settlements.get(id) ?? [],
          plans: plans.get(id) ?? [],
        };
      });
    }
  }

  private paged(event: EventDoc): OwnEvent {
    return {
      event,
      expenses: allRows(async (page) => {
        const { rows, nextCursor } = await this.sight.expenses(event._id, page);
        return { rows: await this.expenses(rows), nextCursor };
      }),
      settlements: allRows(async (page) => {
        const { rows, nextCursor } = await this.sight.settlements(event._id, page);
        return { rows: await this.settlements(rows), nextCursor };
      }),
      plans: allRows(async (page) => {
        const { rows, nextCursor } = await this.sight.transfers(event._id, page);
        return { rows: await this.plans(rows), nextCursor };
      }),
    };
  }

  private async expenses(rows: readonly ExpenseDoc[]): Promise<Expense[]> {
    const own = rows.filter((one) => includesId(idsOfExpense(one), this.user));
    const names = await this.names(own.flatMap(idsOfExpense));
    return own.map((one) => toExpense(one, names));
  }

  /** Those from or to the person, or settled by them. */
  private async settlements(rows: readonly SettlementDoc[]): Promise<Settlement[]> {
    const own = rows.filter((one) => includesId(idsOfSettlement(one), this.user));
    const names = await this.names(own.flatMap(idsOfSettlement));
    return own.map((one) => toSettlement(one, names)).filter((one) => one !== null);
  }

  /** Those that changed what the person owes or is owed, or that they used. */
  private async plans(rows: readonly TransferDoc[]): Promise<PlanPart[]> {
    const own = rows.filter((one) => includesId(idsOfTransfer(one), this.user));
    const names = await this.names(own.flatMap(idsOfTransfer));
    return own.map((one) => toPlanPart(one, names));
  }
}

function byEvent<Row extends { eventId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const events = new Map<string, Row[]>();
  for (const row of rows) {
    const others = events.get(row.eventId);
    if (others) others.push(row);
    else events.set(row.eventId, [row]);
  }
  return events;
}
