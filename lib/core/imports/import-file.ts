import type { ExpenseDetails } from "@/lib/core/expenses/details";
import type { SplitMode } from "@/lib/core/money/split";
import type { PaymentMethod } from "@/lib/core/settlements";

/** Whose file it is. */
export const IMPORT_SOURCES = ["splitwise", "spliit", "evenly"] as const;
export type ImportSource = (typeof IMPORT_SOURCES)[number];

/** The most rows of a file, and of a request that writes some of them. */
export const MAX_IMPORT_ROWS = 5_000;
export const IMPORT_BATCH_ROWS = 200;
/** The most events of a file. */
export const MAX_IMPORT_EVENTS = 1_000;
/** The largest file, in bytes. */
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;

/** A file that was read. People and events are numbers: positions in `people` and `events`. Amounts are cents. */
export type ImportFile = {
  source: ImportSource;
  /** The group's title, if the file has one. */
  title: string | null;
  /** "USD" */
  currency: string;
  /** In the order of the file. Two people may have the same name. */
  people: ImportPerson[];
  /** The events of an Evenly file; none in others. */
  events: ImportEvent[];
  /** In the order of the file. */
  rows: ImportRow[];
  refused: RefusedRow[];
};

export type ImportPerson = {
  name: string;
  /** What the file itself says that they are owed, in cents (Splitwise's footer); null if it does not say. */
  footer: number | null;
};

/** An event of an Evenly file. */
type ImportEvent = { title: string; date: string; participants: number[]; closed: boolean };

/** `row`: the row of a table as spreadsheets count it, or the position in the file from 1. */
export type RefusedRow = { row: number; reason: string };

/**
 * What reading a file comes to. `choose`: it contains several groups, by title. Not `ok`: it is refused as a whole;
 * `problem` is a sentence for users, which names the row if there is one.
 */
export type ReadResult =
  | { ok: true; file: ImportFile }
  | { ok: "choose"; groups: string[] }
  | { ok: false; row: number | null; problem: string };

type Part = { person: number; cents: number };

type Common = {
  /** See {@link RefusedRow}. */
  row: number;
  /** The id in an Evenly file: what is in the group already is skipped. null: the file has no ids. */
  id: string | null;
  /** How many rows with the same contents come before it in the file, so that identical rows are all kept. */
  occurrence: number;
  /** "2026-03-14" */
  date: string;
  /** null: the file has no events. */
  event: number | null;
};

export type ImportExpense = Common &
  ExpenseDetails & {
    kind: "expense";
    description: string;
    cents: number;
    /** Sum to the amount, as do the shares, which are exact: they are stored as they are. */
    payers: Part[];
    shares: Part[];
    /** How it was split, if the file says so; values in hundredths. null: by the amounts of the shares. */
    split: { mode: SplitMode; values: { person: number; value: number }[] } | null;
    /** The format does not tell who paid. The debts are exact. */
    payerReconstructed: boolean;
    /** When it was recorded (ISO), in an Evenly file. */
    createdAt: string | null;
    /** Who owes whom for it, in an Evenly file: several possibilities may be as few. */
    debts?: { from: number; to: number; cents: number }[] | null;
  };

export type ImportPayment = Common & {
  kind: "payment";
  from: number;
  to: number;
  cents: number;
  method: PaymentMethod | null;
  note: string;
  /** When it was settled (ISO), in an Evenly file. */
  settledAt: string | null;
};

/** A part of a plan of an Evenly file: what it changed between people in one event. */
export type ImportPlanPart = Common & {
  kind: "plan";
  /** The id of the plan in the file, the same for all its parts. */
  plan: string;
  of: "event" | "group";
  /** `from` owes `to` this much more. */
  debts: { from: number; to: number; cents: number }[];
  /** The payments that were open before. */
  replaced: { from: number; to: number; cents: number }[];
  usedAt: string;
};

export type ImportRow = ImportExpense | ImportPayment | ImportPlanPart;

/** A row of a file before those like it are counted. */
export type Unnumbered<Row extends ImportRow = ImportRow> = Row extends ImportRow
  ? Omit<Row, "occurrence">
  : never;
