import * as z from "zod/mini";
import { detailsOf } from "@/lib/core/expenses/details";
import { fnv1a } from "@/lib/core/fnv1a";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { splitProblem, type SplitMode } from "@/lib/core/money/split";
import { dateOnly } from "@/lib/core/text/dates";
import { categoryNamed } from "./categories-of-others";
import { checkedFile, refuse, tooManyRows } from "./checked-file";
import { MAX_IMPORT_ROWS, type ImportExpense, type ReadResult, type Unnumbered } from "./import-file";
import { checked, RefusedFile } from "./read-json";

const id = z.string().check(z.minLength(1, { abort: true }), z.maxLength(100, { abort: true }));

const MODES = {
  EVENLY: "equal",
  BY_SHARES: "shares",
  BY_PERCENTAGE: "percent",
  BY_AMOUNT: "amounts",
} as const satisfies Record<string, SplitMode>;

const group = z.object({
  name: z.string(),
  currency: z.optional(z.nullable(z.string())),
  currencyCode: z.optional(z.nullable(z.string())),
  participants: z.array(z.object({ id, name: z.string() })),
  expenses: z.array(z.unknown()),
});

const expense = z.object({
  // Older files have no ids.
  id: z.optional(z.nullable(z.string())),
  expenseDate: z.string(),
  title: z.string(),
  category: z.optional(z.nullable(z.object({ name: z.string() }))),
  amount: z.number(),
  paidById: id,
  paidFor: z
    .array(z.object({ participantId: id, shares: z.int().check(z.minimum(0, { abort: true })) }))
    .check(z.maxLength(MAX_PEOPLE)),
  isReimbursement: z._default(z.boolean(), false),
  splitMode: z._default(z.enum(Object.keys(MODES) as (keyof typeof MODES)[]), "EVENLY"),
  notes: z.optional(z.nullable(z.string())),
});
type Expense = z.infer<typeof expense>;

/** The currencies that Spliit stores without decimals. */
const WHOLE = new Set(["COP", "HUF", "IDR", "ISK", "JPY", "KRW"]);

/** Reads Spliit's JSON. @throws RefusedFile */
export function readSpliit(file: unknown): ReadResult {
  const { name, currency, currencyCode, participants, expenses } = checked(group, file);
  if (expenses.length > MAX_IMPORT_ROWS) return tooManyRows();
  const code = currencyCode?.trim() || currency?.trim() || "USD";
  const unit = WHOLE.has(code) ? 100 : 1;
  const positions = new Map(participants.map((one, index) => [one.id, index]));
  return checkedFile({
    source: "spliit",
    title: name,
    currency: code === "$" ? "USD" : code,
    people: participants.map((one) => ({ name: one.name, footer: null })),
    events: [],
    rows: expenses.flatMap((one, index) => {
      const row = index + 1;
      return rowsOf(checked(expense, one, row), row, unit, (person) => {
        const position = positions.get(person);
        if (position === undefined)
          throw new RefusedFile(refuse("It names a person who is not in the group.", row));
        return position;
      });
    }),
    refused: [],
  });
}

/** @param unit cents of a minor unit of the currency */
function rowsOf(one: Expense, row: number, unit: number, position: (id: string) => number): Unnumbered[] {
  const common = { row, id: null, date: dateOnly(one.expenseDate), event: null };
  const note = one.notes ?? "";
  const payer = position(one.paidById);
  const exact = Number.isSafeInteger(one.amount) && Math.abs(one.amount) < 1e12;
  const cents = one.amount * unit;
  const shares = exact
    ? sharesOf(one).map(({ person, amount }) => ({ person: position(person), cents: amount * unit }))
    : [];
  if (one.isReimbursement && exact) {
    const others = shares.filter(({ person }) => person !== payer);
    return (others.length > 0 ? others : shares).map(({ person, cents: share }) => ({
      ...common,
      kind: "payment",
      cents: Math.abs(share),
      ...(one.amount < 0 ? { from: person, to: payer } : { from: payer, to: person }),
      method: null,
      note,
      settledAt: null,
    }));
  }
  return [
    {
      ...common,
      kind: "expense",
      description: one.title,
      cents,
      payers: [{ person: payer, cents }],
      shares: shares.filter((share) => share.cents !== 0),
      split: splitOf(one, cents, unit, position),
      ...detailsOf({ category: categoryNamed(one.category?.name ?? ""), note }),
      payerReconstructed: false,
      createdAt: null,
    },
  ];
}

/** How an expense was split, unless it has odd values. */
function splitOf(
  { splitMode, paidFor }: Expense,
  cents: number,
  unit: number,
  position: (id: string) => number,
): ImportExpense["split"] {
  const mode = MODES[splitMode];
  if (mode === "equal") return { mode, values: [] };
  const factor = mode === "amounts" ? Math.sign(cents) * unit : 1;
  const values = paidFor.map(({ participantId, shares }) => ({
    user: participantId,
    // Never −0.
    value: 0 + shares * factor,
  }));
  if (splitProblem(cents, { mode, values })) return null;
  return { mode, values: values.map(({ user, value }) => ({ person: position(user), value })) };
}

/**
 * The share of each person, as Spliit computes it: the whole units of their part, and the rest one by one to the
 * largest fractions. A hash of the expense's id says who is first among equals.
 * @returns minor units, which sum to the amount
 */
function sharesOf({
  id: expenseId,
  amount,
  splitMode,
  paidFor,
}: Expense): { person: string; amount: number }[] {
  const people = [...paidFor].sort((a, b) => (a.participantId < b.participantId ? -1 : 1));
  const weights = people.map(({ shares }) => BigInt(splitMode === "EVENLY" ? 1 : shares));
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (whole === 0n) return [];
  const first = expenseId ? fnv1a(expenseId) % people.length : 0;
  const parts = people.map(({ participantId }, index) => {
    const product = BigInt(amount) * weights[index]!;
    // The remainder of a negative number counts from the unit below.
    const fraction = ((product % whole) + whole) % whole;
    const turn = (index - first + people.length) % people.length;
    return { person: participantId, amount: Number((product - fraction) / whole), fraction, turn };
  });
  const rest = amount - parts.reduce((sum, part) => sum + part.amount, 0);
  const byFraction = [...parts].sort((a, b) => Number(b.fraction - a.fraction) || a.turn - b.turn);
  for (const part of byFraction.slice(0, rest)) part.amount += 1;
  return parts;
}
