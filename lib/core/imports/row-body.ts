import { groupBy } from "@/lib/core/group-by";
import { centsToDollars } from "@/lib/core/money/money";
import {
  IMPORT_BATCH_ROWS,
  type ImportExpense,
  type ImportPayment,
  type ImportPlanPart,
  type ImportRow,
} from "./import-file";

// The rows of a file as `POST /api/imports/{importId}/rows` takes them: amounts in dollars.

type InDollars<Part> = Part extends { cents: number } ? Omit<Part, "cents"> & { amount: number } : Part;

type ExpenseBody = InDollars<Omit<ImportExpense, "payers" | "shares" | "debts">> & {
  debts?: InDollars<ImportPlanPart["debts"][number]>[] | null;
  payers: InDollars<ImportExpense["payers"][number]>[];
  shares: InDollars<ImportExpense["shares"][number]>[];
};
type PlanBody = Omit<ImportPlanPart, "debts" | "replaced"> & {
  debts: InDollars<ImportPlanPart["debts"][number]>[];
  replaced: InDollars<ImportPlanPart["replaced"][number]>[];
};
export type RowBody = ExpenseBody | InDollars<ImportPayment> | PlanBody;

function inDollars<Part extends { cents: number }>({ cents, ...part }: Part) {
  return { ...part, amount: centsToDollars(cents) };
}

/** The largest body of a request with rows, in bytes. */
export const MAX_ROWS_BYTES = 1024 * 1024;

/** A row for the body of a request. The values of a split are in units, as in every request. */
export function toRowBody(row: ImportRow): RowBody {
  switch (row.kind) {
    case "expense": {
      const values = row.split?.values.map(({ person, value }) => ({ person, value: value / 100 }));
      return {
        ...inDollars(row),
        payers: row.payers.map(inDollars),
        shares: row.shares.map(inDollars),
        debts: row.debts?.map(inDollars) ?? null,
        split: row.split && { mode: row.split.mode, values: values ?? [] },
      };
    }
    case "payment":
      return inDollars(row);
    case "plan":
      return { ...row, debts: row.debts.map(inDollars), replaced: row.replaced.map(inDollars) };
  }
}

/** Characters of the rows of a request: in a large group, fewer rows take as long as 200 of a small one. */
const BATCH_CHARACTERS = 100_000;

/**
 * The rows in requests of at most {@link IMPORT_BATCH_ROWS}, each well below {@link MAX_ROWS_BYTES}. All parts of a plan are in
 * the same request, because only together do they change nobody's balance.
 */
export function toBatches(rows: readonly ImportRow[]): RowBody[][] {
  const together = groupBy(rows.entries(), ([index, row]) =>
    row.kind === "plan" ? `plan ${row.plan}` : `row ${index}`,
  );
  const batches: RowBody[][] = [];
  let [count, characters] = [Infinity, 0];
  for (const entries of together.values()) {
    const some = entries.map(([, row]) => toRowBody(row));
    const length = JSON.stringify(some).length;
    if (count + some.length > IMPORT_BATCH_ROWS || characters + length > BATCH_CHARACTERS) {
      batches.push([]);
      [count, characters] = [0, 0];
    }
    batches.at(-1)!.push(...some);
    count += some.length;
    characters += length;
  }
  return batches;
}
