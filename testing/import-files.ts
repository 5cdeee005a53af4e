import { returnedDetails } from "@/lib/core/expenses/details";
import type { z } from "zod";
import type { groupExport } from "@/lib/contract/groups";
import type { UsualSplits } from "@/lib/contract/usual-split";
import { centsToDollars } from "@/lib/core/money/money";

// Writes files in the shapes in which other applications, and Evenly, export them. Only tests import this file.

const NO_SPLITS: UsualSplits = { default: null, presets: [], rev: 0 };

/** The words of a Splitwise export in the language of the account. */
const LANGUAGES = {
  en: {
    header: ["Date", "Description", "Category", "Cost", "Currency"],
    payment: "Payment",
    paid: (from: string, to: string) => `${from} paid ${to}`,
    total: "Total balance",
  },
  de: {
    header: ["Datum", "Beschreibung", "Kategorie", "Kosten", "Währung"],
    payment: "Zahlung",
    paid: (from: string, to: string) => `${from} hat ${to} bezahlt`,
    total: "Gesamtbilanz",
  },
  fr: {
    header: ["Date", "Description", "Catégorie", "Cost", "Devise"],
    payment: "Paiement",
    paid: (from: string, to: string) => `${from} a payé ${to}`,
    total: "Solde total",
  },
  es: {
    header: ["Fecha", "Descripción", "Categoría", "Coste", "Moneda"],
    payment: "Pago",
    paid: (from: string, to: string) => `${from} pagó a ${to}`,
    total: "Saldo total",
  },
  // The readers do not know its words.
  hu: {
    header: ["Dátum", "Leírás", "Kategória", "Költség", "Pénznem"],
    payment: "Kifizetés",
    paid: (from: string, to: string) => `${from} fizetett ${to} részére`,
    total: "Teljes egyenleg",
  },
};
export type SplitwiseLanguage = keyof typeof LANGUAGES;

/** A row of a Splitwise file, in cents. `nets`: what each person paid minus what they owe. */
export type SplitwiseFileRow = {
  date?: string;
  description?: string;
  category?: string;
  cost: number;
  currency?: string;
  nets: number[];
  /** It is a payment, in the language of the file. */
  payment?: true;
};

/**
 * A Splitwise export as text.
 * @param options.footer the totals; default: the sums of the columns; null: none
 * @param options.friend it is the export of a friend, with a note before the header
 */
export function splitwiseCsv({
  people,
  rows,
  footer,
  language = "en",
  delimiter = ",",
  decimal = ".",
  newline = "\n",
  friend = false,
}: {
  people: readonly string[];
  rows: readonly SplitwiseFileRow[];
  footer?: readonly { currency: string; nets: readonly number[] }[] | null;
  language?: SplitwiseLanguage;
  delimiter?: "," | ";" | "\t";
  decimal?: "." | ",";
  newline?: "\n" | "\r\n";
  friend?: boolean;
}): string {
  const words = LANGUAGES[language];
  const money = (cents: number) => (cents / 100).toFixed(2).replace(".", decimal);
  const line = (cells: readonly string[]) =>
    cells
      .map((cell) =>
        cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
      )
      .join(delimiter);
  const ofRow = (row: SplitwiseFileRow) => {
    const currency = row.currency ?? "USD";
    const name = (person: number) => (people[person] ?? "").replace(/^(\S+) (\S).*$/, "$1 $2.");
    const paid = words.paid(name(row.nets.indexOf(row.cost)), name(row.nets.indexOf(-row.cost)));
    const description = row.description ?? (row.payment ? paid : "Dinner");
    const category = row.category ?? (row.payment ? words.payment : "General");
    return [
      row.date ?? "2026-03-14",
      description,
      category,
      money(row.cost),
      currency,
      ...row.nets.map(money),
    ];
  };
  const totals = footer === undefined ? totalsOf(rows, people.length) : (footer ?? []);
  const lines = [
    ...(friend ? ["Note: does not include group expenses", ""] : []),
    line([...words.header, ...people]),
    "",
    ...rows.map((row) => line(ofRow(row))),
    "",
    ...totals.map(({ currency, nets }) =>
      line(["2026-11-29", words.total, " ", " ", currency, ...nets.map(money)]),
    ),
    "",
  ];
  return lines.join(newline);
}

/** The sum of each column, by currency. */
function totalsOf(rows: readonly SplitwiseFileRow[], people: number) {
  const currencies = [...new Set(rows.map(({ currency = "USD" }) => currency))];
  return currencies.map((currency) => {
    const nets = Array.from({ length: people }, (_, person) =>
      rows
        .filter((row) => (row.currency ?? "USD") === currency)
        .reduce((sum, row) => sum + (row.nets[person] ?? 0), 0),
    );
    return { currency, nets };
  });
}

/** How a file is saved. */
export const ENCODINGS = ["utf-8", "utf-8 with a mark", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The bytes of a text. In Windows-1252, it may have the characters of Western languages and the euro sign. */
export function encoded(text: string, encoding: Encoding = "utf-8"): Uint8Array<ArrayBuffer> {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-8 with a mark") return new TextEncoder().encode(`\uFEFF${text}`);
  if (encoding === "windows-1252")
    return Uint8Array.from(text.replaceAll("€", "\u0080"), (character) => character.charCodeAt(0));
  const units = Buffer.from(`\uFEFF${text}`, "utf16le");
  return Uint8Array.from(encoding === "utf-16le" ? units : units.swap16());
}

/** An expense of a Spliit file, in minor units. People are positions. */
export type SpliitFileExpense = {
  id?: string;
  title?: string;
  date?: string;
  amount: number;
  paidBy: number;
  paidFor: readonly { person: number; shares: number }[];
  splitMode?: "EVENLY" | "BY_SHARES" | "BY_PERCENTAGE" | "BY_AMOUNT";
  category?: string;
  notes?: string;
  isReimbursement?: boolean;
};

/** A Spliit export as text. The id of a person is `p` and their position. */
export function spliitJson({
  name = "Lisbon",
  currency = "€",
  currencyCode = "EUR",
  people,
  expenses,
}: {
  name?: string;
  currency?: string;
  currencyCode?: string | null;
  people: readonly string[];
  expenses: readonly SpliitFileExpense[];
}): string {
  return JSON.stringify({
    id: "g1",
    name,
    information: null,
    currency,
    currencyCode,
    expenses: expenses.map((one, index) => ({
      id: one.id ?? `e${index}`,
      createdAt: "2026-03-14T18:00:00.000Z",
      expenseDate: `${one.date ?? "2026-03-14"}T00:00:00.000Z`,
      title: one.title ?? "Dinner",
      category: one.category === undefined ? null : { grouping: "Any", name: one.category },
      amount: one.amount,
      originalAmount: null,
      originalCurrency: null,
      conversionRate: null,
      paidById: `p${one.paidBy}`,
      paidFor: one.paidFor.map(({ person, shares }) => ({ participantId: `p${person}`, shares })),
      isReimbursement: one.isReimbursement ?? false,
      splitMode: one.splitMode ?? "EVENLY",
      recurrenceRule: "NONE",
      notes: one.notes ?? null,
    })),
    participants: people.map((participant, index) => ({ id: `p${index}`, name: participant })),
    activities: [],
  });
}

export type EvenlyFile = z.infer<typeof groupExport>;
type EvenlyEvent = EvenlyFile["events"][number];

/** The id of a person, or of anything else, in an Evenly file. */
export const fileId = (number: number): string => number.toString(16).padStart(24, "0");

const AT = "2026-03-14T18:00:00.000Z";

/** Builds a group's export. People are positions in `people`; amounts are cents. Ids count up. */
export function evenlyFile(people: readonly string[]) {
  let last = 1_000;
  const nextId = () => fileId(last++);
  const person = (position: number) => ({
    _id: fileId(position + 1),
    name: people[position] ?? "",
    picture: "",
  });
  const payment = (from: number, to: number, cents: number) => ({
    from: person(from),
    to: person(to),
    amount: centsToDollars(cents),
  });
  type Parts = Readonly<Record<number, number>>;
  const entriesOf = (parts: Parts) =>
    Object.entries(parts).map(([key, cents]) => [Number(key), cents] as const);
  return {
    person,
    expense: (payers: Parts, shares: Parts, rest: Partial<EvenlyEvent["expenses"][number]> = {}) => ({
      _id: nextId(),
      eventId: fileId(0),
      description: "Dinner",
      amount: centsToDollars(entriesOf(payers).reduce((sum, [, cents]) => sum + cents, 0)),
      paidBy: person(entriesOf(payers)[0]![0]),
      payers: entriesOf(payers).map(([user, cents]) => ({
        user: person(user),
        amount: centsToDollars(cents),
      })),
      recordedBy: person(entriesOf(payers)[0]![0]),
      splitWith: entriesOf(shares).map(([user]) => person(user)),
      split: { mode: "equal" as const, values: [] },
      shares: entriesOf(shares).map(([user, cents]) => ({
        user: person(user)._id,
        amount: centsToDollars(cents),
      })),
      debts: [],
      ...returnedDetails({}),
      date: "2026-03-14T00:00:00.000Z",
      createdAt: AT,
      updatedAt: AT,
      rev: 0,
      ...rest,
    }),
    settlement: (
      from: number,
      to: number,
      cents: number,
      rest: Partial<EvenlyEvent["settlements"][number]> = {},
    ) => ({
      _id: nextId(),
      eventId: fileId(0),
      ...payment(from, to, cents),
      settled: true,
      settledAt: AT,
      settledBy: person(from),
      method: null,
      note: "",
      batchId: null,
      ...rest,
    }),
    plan: (
      transfers: readonly (readonly [from: number, to: number, cents: number])[],
      rest: Partial<EvenlyEvent["plans"][number]> = {},
    ) => ({
      _id: nextId(),
      eventId: fileId(0),
      planId: nextId(),
      of: "event" as const,
      usedBy: person(0),
      usedAt: AT,
      replaced: [],
      transfers: transfers.map((one) => payment(...one)),
      ...rest,
    }),
    event: (rest: Partial<EvenlyEvent> = {}): EvenlyEvent => ({
      _id: nextId(),
      groupId: fileId(0),
      title: "Weekend",
      date: "2026-03-14T00:00:00.000Z",
      participants: people.map((_, position) => person(position)),
      createdBy: person(0),
      createdAt: AT,
      closedAt: null,
      closedBy: null,
      total: 0,
      expenseCount: 0,
      contributions: [],
      rev: 0,
      expenses: [],
      settlements: [],
      plans: [],
      splits: NO_SPLITS,
      ...rest,
    }),
    /** @param members how many of the people, the first ones, are members */
    group: (events: EvenlyEvent[], members = people.length): EvenlyFile => ({
      exportedAt: AT,
      series: [],
      splits: NO_SPLITS,
      group: {
        _id: fileId(0),
        title: "Trips",
        icon: "/group-icons/bee.svg",
        members: people.slice(0, members).map((_, position) => person(position)),
        createdBy: person(0),
        createdAt: AT,
        rev: 0,
      },
      events,
    }),
  };
}
