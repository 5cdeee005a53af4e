import "server-only";
import type { ObjectId } from "mongodb";
import { groupBy } from "@/lib/core/group-by";
import { MAX_ROWS, type Page, type PageRequest } from "@/lib/core/page";
import type { EventDoc, ExpenseDoc, GroupDoc, SettlementDoc, TransferDoc } from "@/lib/db/collections";
import { listEvents } from "@/lib/db/events";
import { listExpenses } from "@/lib/db/expenses";
import { includesId } from "@/lib/db/ids";
import { listOfEvents } from "@/lib/db/account/my-data";
import { listTransfers } from "@/lib/db/plans";
import { listSettlements } from "@/lib/db/settlements/lists";
import type { Expense } from "@/lib/contract/expenses";
import type { PlanPart } from "@/lib/contract/plans";
import type { Settlement } from "@/lib/contract/settlements";
import { toExpense, toSettlement, type Names } from "../serialize";
import { allRows, oneAhead } from "../all-rows";
import { toPlanPart } from "../plans";
import { idsOfExpense, idsOfSettlement, idsOfTransfer, type NameCache } from "../with-names";

// The events of a group with what concerns one member. Small events share commands; a large event is read page by page,
// so that only one page is in memory.

type Rows<Row> = readonly Row[] | AsyncIterable<Row>;

/** An event with the expenses that the person paid, shares, or recorded, their payments, and the plans with them. */
type OwnEvent = {
  event: EventDoc;
  expenses: Rows<Expense>;
  settlements: Rows<Settlement>;
  plans: Rows<PlanPart>;
};

/** All events of the group, newest first. @param names shared by all groups of a download */
export async function* ownEvents(
  user: ObjectId,
  { _id }: GroupDoc,
  names: NameCache,
): AsyncGenerator<OwnEvent> {
  const own = new Own(user, names);
  const events = allRows((page) => listEvents(_id, page));
  for await (const batch of oneAhead(own.load(batchesOf(events)))) yield* batch;
}

/** Consecutive events that together have no more expenses than a page. */
async function* batchesOf(events: AsyncIterable<EventDoc>): AsyncGenerator<EventDoc[]> {
  let batch: EventDoc[] = [];
  let expenses = 0;
  for await (const event of events) {
    // An event without expenses also takes memory.
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

type Load<Doc> = (eventId: ObjectId, page: PageRequest) => Promise<Page<Doc>>;

/** The people of a row; its conversion to a response; which rows concern everyone. */
type How<Doc, Row> = [
  idsOf: (row: Doc) => ObjectId[],
  serialize: (row: Doc, names: Names) => Row,
  ofAll?: (row: Doc) => boolean,
];

const EXPENSES: How<ExpenseDoc, Expense> = [idsOfExpense, toExpense];
/** Payments from or to the person, or settled by them. */
const SETTLEMENTS: How<SettlementDoc, Settlement> = [idsOfSettlement, toSettlement];
/**
 * Plans that changed what the person owes or is owed, or that they used; those of the group with all their parts, because
 * only together they sum to zero.
 */
const PLANS: How<TransferDoc, PlanPart> = [idsOfTransfer, toPlanPart, (part) => part.of === "group"];

class Own {
  constructor(
    private readonly user: ObjectId,
    private readonly names: NameCache,
  ) {}

  async *load(batches: AsyncIterable<EventDoc[]>): AsyncGenerator<OwnEvent[]> {
    for await (const batch of batches) {
      const rows = batch.length > 1 ? await listOfEvents(batch, MAX_ROWS) : null;
      if (!rows) {
        yield batch.map((event) => this.paged(event));
        continue;
      }
      const expenses = byEvent(await this.responses(rows.expenses, ...EXPENSES));
      const settlements = byEvent(await this.responses(rows.settlements, ...SETTLEMENTS));
      const plans = byEvent(await this.responses(rows.transfers, ...PLANS));
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
    const all = <Doc, Row>(load: Load<Doc>, ...how: How<Doc, Row>) =>
      allRows(async (page) => {
        const { rows, nextCursor } = await load(event._id, page);
        return { rows: await this.responses(rows, ...how), nextCursor };
      });
    return {
      event,
      expenses: all(listExpenses, ...EXPENSES),
      settlements: all(listSettlements, ...SETTLEMENTS),
      plans: all(listTransfers, ...PLANS),
    };
  }

  /** The rows that concern the person. */
  private async responses<Doc, Row>(
    rows: readonly Doc[],
    ...[idsOf, serialize, ofAll]: How<Doc, Row>
  ): Promise<Row[]> {
    const own = rows.filter((one) => includesId(idsOf(one), this.user) || ofAll?.(one));
    const names = await this.names(own.flatMap(idsOf));
    return own.map((one) => serialize(one, names));
  }
}

const byEvent = <Row extends { eventId: string }>(rows: readonly Row[]) =>
  groupBy(rows, ({ eventId }) => eventId);
