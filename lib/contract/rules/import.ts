import type { ImportRow, RefusedRow } from "@/lib/core/imports/import-file";
import { rowProblem } from "@/lib/core/imports/row-problem";
import type { RowBody } from "@/lib/core/imports/row-body";
import { exactCents } from "@/lib/core/money/money";
import { expenseDetailRules, expenseRules, paymentNoteRule } from "./expense";
import { err, ok, type Checked, type Rule } from "./rule";

// The rows of a request. A row that breaks a rule is refused with the reason; the others are imported.

/** The largest payment or debt in cents, which can exceed an expense: the sum of 5,000 is exact. */
const MAX_DEBT = 1_000_000_000_000;

/** Ends the checks of a row. Never leaves this module. */
class Problem extends Error {}

function toCents(amount: number): number {
  const cents = exactCents(amount);
  if (cents === null || Math.abs(cents) > MAX_DEBT)
    throw new Problem(`${amount} is not an amount with at most 2 decimals.`);
  return cents;
}

function inCents<Part extends { amount: number }>({ amount, ...part }: Part) {
  return { ...part, cents: toCents(amount) };
}

/** The text as it is stored; one that is refused stays as it is, for {@link rowProblem}. */
function cleaned(rule: Rule<string, string>, text: string): string {
  const checked = rule(text);
  return checked.ok ? checked.value : text;
}

/** Values in hundredths; null if one is not exact: then the shares tell. */
function toSplit(split: Extract<RowBody, { kind: "expense" }>["split"]) {
  if (!split) return null;
  const values = split.values.map(({ person, value }) => ({ person, value: exactCents(value) ?? NaN }));
  return values.some(({ value }) => Number.isNaN(value)) ? null : { mode: split.mode, values };
}

function toRow(body: RowBody): ImportRow {
  switch (body.kind) {
    case "expense": {
      const { payers, shares, split, ...rest } = inCents(body);
      return {
        ...rest,
        description: cleaned(expenseRules.description, body.description),
        note: cleaned(expenseDetailRules.note, body.note),
        payers: payers.map(inCents),
        shares: shares.map(inCents),
        split: toSplit(split),
      };
    }
    case "payment":
      return { ...inCents(body), note: cleaned(paymentNoteRule, body.note) };
    case "plan":
      return { ...body, debts: body.debts.map(inCents), replaced: body.replaced.map(inCents) };
  }
}

function check(body: RowBody): Checked<ImportRow> {
  try {
    const row = toRow(body);
    const problem = rowProblem(row);
    return problem === null ? ok(row) : err(problem);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return err(error.message);
  }
}

/** The rows of a request, in cents, and those that are refused. */
export function checkRows(bodies: readonly RowBody[]): { rows: ImportRow[]; refused: RefusedRow[] } {
  const rows: ImportRow[] = [];
  const refused: RefusedRow[] = [];
  for (const body of bodies) {
    const checked = check(body);
    if (checked.ok) rows.push(checked.value);
    else refused.push({ row: body.row, reason: checked.problem });
  }
  return { rows, refused };
}
