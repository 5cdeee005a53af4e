import type { ExpenseDetails } from "@/lib/core/expenses/details";
import type { Share, SplitMode } from "@/lib/core/money/split";
import { sumByKey, sumCents } from "@/lib/core/money/money";
import type { PaymentMethod } from "@/lib/core/settlements";

// What files list: expenses, payments, and what plans moved. People are ids; amounts are cents.

type Common = {
  /** "2026-03-14" */
  day: string;
  group: string;
  event: string;
};

type ExpenseEntry = Common & {
  kind: "expense";
  description: string;
  cents: number;
  /** The amount of the expense, of which `cents` is the part between two people; null: they are the same. */
  whole: number | null;
  payers: readonly Share[];
  shares: readonly Share[];
  mode: SplitMode;
} & ExpenseDetails;

type PaymentEntry = Common & {
  kind: "payment";
  from: string;
  to: string;
  cents: number;
  method: PaymentMethod | null;
  note: string;
};

/** What a plan moved elsewhere, to be read like a payment. */
type PlanEntry = Common & { kind: "plan"; from: string; to: string; cents: number };

export type Entry = ExpenseEntry | PaymentEntry | PlanEntry;

/** What counts for a person: `paid − share + made − received + moved` is their balance. */
const PARTS = ["paid", "share", "made", "received", "moved"] as const;
type Part = (typeof PARTS)[number];

/** The parts of an entry for each person, in cents. */
function partsOf(entry: Entry): [part: Part, person: string, cents: number][] {
  if (entry.kind === "expense")
    return [
      ...entry.payers.map((one) => ["paid" as const, one.user, one.cents] as [Part, string, number]),
      ...entry.shares.map((one) => ["share" as const, one.user, one.cents] as [Part, string, number]),
    ];
  const { kind, from, to, cents } = entry;
  return kind === "payment"
    ? [
        ["made", from, cents],
        ["received", to, cents],
      ]
    : [
        ["moved", from, cents],
        ["moved", to, -cents],
      ];
}

const signed = (part: Part, cents: number) => (part === "share" || part === "received" ? -cents : cents);

/** What an entry changes for each person, in cents, without zeros: they sum to zero. */
export const netsOf = (entry: Entry): Map<string, number> =>
  sumByKey(partsOf(entry).map(([part, person, cents]) => [person, signed(part, cents)]));

/** Everyone with a part in an entry. A share can be zero, if there are more people than cents. */
export const peopleOf = (entry: Entry): string[] =>
  partsOf(entry).flatMap(([, person, cents]) => (cents === 0 ? [] : [person]));

/** Sums for each person. */
export class Totals {
  private readonly sums = new Map<string, number>();

  add(entry: Entry): void {
    for (const [part, person, cents] of partsOf(entry)) {
      const key = `${part} ${person}`;
      this.sums.set(key, sumCents([this.sums.get(key) ?? 0, cents]));
    }
  }

  /** @returns cents */
  of(part: Part, person: string): number {
    return this.sums.get(`${part} ${person}`) ?? 0;
  }

  /** What they are owed, in cents; negative: they owe. */
  balance(person: string): number {
    return sumCents(PARTS.map((part) => signed(part, this.of(part, person))));
  }
}
