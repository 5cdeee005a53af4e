import type { ImportRow, RefusedRow } from "@/lib/core/imports/import-file";
import type { RowBody } from "@/lib/core/imports/row-body";
import { exactCents, formatCents, MAX_CENTS } from "@/lib/core/money/money";
import { sumCents } from "@/lib/core/money/totals";
import { expenseDetailRules, expenseRules, paymentNoteRule } from "./expense";
import { calendarDate, err, ok, type Checked } from "./rule";

// The rules of imported rows. A row that breaks one is refused with the reason; the others are imported.

/** The longest name of a person in a file. */
export const MAX_IMPORTED_NAME = 200;

const day = calendarDate();
const LAST_YEAR = 2999;

/** Ends the checks of a row. Never leaves this module. */
class Problem extends Error {}

function take<Kept>(checked: Checked<Kept>): Kept {
  if (!checked.ok) throw new Problem(checked.problem);
  return checked.value;
}

/** The largest payment or debt, which can exceed an expense: the sums of 5,000 are exact. */
const MAX_DEBT = 1_000_000_000_000;

function toCents(amount: number, most: number, least = 1): number {
  const cents = exactCents(amount);
  if (cents === null) throw new Problem(`${amount} is not an amount with at most 2 decimals.`);
  if (cents < least || cents > most)
    throw new Problem(`Its amounts are not all from ${formatCents(least)} to ${formatCents(most)}.`);
  return cents;
}

/** Each person once, and the sum of the amounts, in words if it is not the one expected. */
function toParts(
  list: readonly { person: number; amount: number }[],
  what: "payments" | "shares",
  cents: number,
) {
  const parts = list.map(({ person, amount }) => ({
    person,
    cents: toCents(amount, MAX_CENTS, what === "shares" ? 0 : 1),
  }));
  if (new Set(parts.map(({ person }) => person)).size !== parts.length)
    throw new Problem(`A person is listed twice in its ${what}.`);
  const sum = sumCents(parts.map((part) => part.cents));
  if (sum !== cents)
    throw new Problem(`Its ${what} sum to ${formatCents(sum)}, but it is ${formatCents(cents)}.`);
  return parts;
}

function toDebts(list: readonly { from: number; to: number; amount: number }[]) {
  return list.map(({ from, to, amount }) => {
    if (from === to) throw new Problem("Somebody would owe themselves.");
    return { from, to, cents: toCents(amount, MAX_DEBT) };
  });
}

/** Hundredths of the values of a split; null if there is none, or if one is not exact: then the shares tell. */
function toSplit(split: Extract<RowBody, { kind: "expense" }>["split"]) {
  if (!split) return null;
  const values = split.values.flatMap(({ person, value }) => {
    const hundredths = exactCents(value);
    return hundredths === null ? [] : [{ person, value: hundredths }];
  });
  return values.length === split.values.length ? { mode: split.mode, values } : null;
}

function toRow(body: RowBody): ImportRow {
  if (take(day(body.date)).getUTCFullYear() > LAST_YEAR || body.date.length > 10)
    throw new Problem("Its date is not a day between 1900 and 2999, such as 2026-03-14.");
  switch (body.kind) {
    case "expense": {
      const { amount, payers, shares, split, ...rest } = body;
      const cents = toCents(amount, MAX_CENTS);
      return {
        ...rest,
        cents,
        description: take(expenseRules.description(body.description)),
        note: take(expenseDetailRules.note(body.note)),
        payers: toParts(payers, "payments", cents),
        shares: toParts(shares, "shares", cents),
        split: toSplit(split),
      };
    }
    case "payment": {
      const { amount, ...rest } = body;
      if (body.from === body.to) throw new Problem("Somebody would pay themselves.");
      return { ...rest, cents: toCents(amount, MAX_DEBT), note: take(paymentNoteRule(body.note)) };
    }
    case "plan":
      return { ...body, debts: toDebts(body.debts), replaced: toDebts(body.replaced) };
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

function check(body: RowBody): Checked<ImportRow> {
  try {
    return ok(toRow(body));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return err(error.message);
  }
}
