import type { ImportRow, RefusedRow } from "@/lib/core/imports/import-file";
import { takenRow } from "@/lib/core/imports/row-problem";
import type { RowBody } from "@/lib/core/imports/row-body";
import { exactCents } from "@/lib/core/money/money";
import { err, ok, type Checked } from "./rule";

// The rows of a request. A row that breaks a rule is refused with the reason; the others are imported.

/** Ends the checks of a row. Never leaves this module. */
class Inexact extends Error {}

function inCents<Part extends { amount: number }>({ amount, ...part }: Part) {
  const cents = exactCents(amount);
  if (cents === null) throw new Inexact(`${amount} is not an amount with at most 2 decimals.`);
  return { ...part, cents };
}

/** Values in hundredths; null if one is not exact: then the shares tell. */
function toSplit(split: Extract<RowBody, { kind: "expense" }>["split"]) {
  if (!split) return null;
  const values = split.values.map(({ person, value }) => ({ person, value: exactCents(value) ?? NaN }));
  return values.some(({ value }) => Number.isNaN(value)) ? null : { mode: split.mode, values };
}

/** @throws Inexact */
function toRow(body: RowBody): ImportRow {
  switch (body.kind) {
    case "expense": {
      const { payers, shares, split, debts, ...rest } = inCents(body);
      return {
        ...rest,
        payers: payers.map(inCents),
        shares: shares.map(inCents),
        split: toSplit(split),
        debts: debts?.map(inCents) ?? null,
      };
    }
    case "payment":
      return inCents(body);
    case "plan":
      return { ...body, debts: body.debts.map(inCents), replaced: body.replaced.map(inCents) };
  }
}

function check(body: RowBody): Checked<ImportRow> {
  try {
    const taken = takenRow(toRow(body));
    return typeof taken === "string" ? err(taken) : ok({ ...taken, occurrence: body.occurrence });
  } catch (error) {
    if (!(error instanceof Inexact)) throw error;
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
