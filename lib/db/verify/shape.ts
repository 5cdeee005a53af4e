import "server-only";
import { type Document, ObjectId } from "mongodb";
import { EXPENSE_DETAIL_FIELDS, EXPENSE_DETAILS } from "@/lib/core/expense-details";
import { HexId } from "../decode";
import type {
  BalanceDoc,
  Deletion,
  EventDoc,
  ExpenseDoc,
  FriendshipDoc,
  GroupDoc,
  GroupRequestDoc,
  LinkDoc,
  SettlementDoc,
  SpendingDoc,
  TransferDoc,
} from "../collections";
import type { Report } from "./violation";

// The fields that documents need. A check of a document without them would end with an error that names nothing.

type Shape = Readonly<Record<string, Kind>>;
type Kind = keyof typeof KINDS;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
const isId = (value: unknown) => value instanceof HexId || value instanceof ObjectId;
const isList = (value: unknown, test: (item: unknown) => boolean) =>
  Array.isArray(value) && value.every(test);
const isPart = (value: unknown) => isRecord(value) && isId(value["user"]);

const isShownIfAny = (value: unknown) =>
  value === undefined ||
  (isRecord(value) &&
    isId(value["eventId"]) &&
    (value["kind"] === "statement" ||
      (value["kind"] === "why" && typeof value["pair"] === "string" && isId(value["only"]))));

const KINDS = {
  any: { name: "a value", test: (value: unknown) => value !== undefined },
  text: { name: "text", test: (value: unknown) => typeof value === "string" },
  textIfAny: { name: "text", test: (value: unknown) => value === undefined || typeof value === "string" },
  date: { name: "a date", test: (value: unknown) => value instanceof Date },
  dateIfAny: { name: "a date", test: (value: unknown) => value === undefined || value instanceof Date },
  id: { name: "an id", test: isId },
  idIfAny: { name: "an id", test: (value: unknown) => value === undefined || isId(value) },
  ids: { name: "a list of ids", test: (value: unknown) => isList(value, isId) },
  parts: { name: "a list of people with values", test: (value: unknown) => isList(value, isPart) },
  split: {
    name: "a mode with values",
    test: (value: unknown) => isRecord(value) && isList(value["values"], isPart),
  },
  debts: {
    name: "a list of debts",
    test: (value: unknown) => isList(value, (debt) => isRecord(debt) && typeof debt["pair"] === "string"),
  },
  shownIfAny: { name: "something that a link shows", test: isShownIfAny },
  tally: {
    name: "a sum for each person",
    test: (value: unknown) => isRecord(value) && Object.values(value).every(isRecord),
  },
} as const;

/** The fields of a document that are always there. */
type Required<T> = {
  [Key in Exclude<keyof T, "_id" | keyof Deletion> as undefined extends T[Key] ? never : Key]: Kind;
};

export const GROUP = {
  title: "text",
  icon: "text",
  createdBy: "id",
  members: "ids",
  formerMembers: "ids",
  createdAt: "date",
  rev: "any",
  touched: "any",
} as const satisfies Required<GroupDoc>;

export const EVENT = {
  groupId: "id",
  title: "text",
  date: "date",
  participants: "ids",
  createdBy: "id",
  createdAt: "date",
  rev: "any",
  ...({ closedAt: "dateIfAny", closedBy: "idIfAny" } as const),
  totalCents: "any",
  expenseCount: "any",
  tally: "tally",
} as const satisfies Required<EventDoc>;

const textDetails: Shape = Object.fromEntries(
  EXPENSE_DETAIL_FIELDS.filter((field) => EXPENSE_DETAILS[field].none === "").map((field) => [
    field,
    "textIfAny",
  ]),
);

export const EXPENSE = {
  eventId: "id",
  groupId: "id",
  description: "text",
  cents: "any",
  paidBy: "id",
  payers: "parts",
  splitWith: "ids",
  split: "split",
  shares: "parts",
  debts: "debts",
  ...textDetails,
  date: "date",
  createdBy: "id",
  createdAt: "date",
  updatedAt: "date",
  rev: "any",
} as const satisfies Required<ExpenseDoc>;

export const SETTLEMENT = {
  eventId: "id",
  groupId: "id",
  pair: "text",
  users: "ids",
  net: "any",
  settled: "any",
  settledAt: "any",
  settledBy: "any",
  createdAt: "date",
} as const satisfies Required<SettlementDoc>;

export const TRANSFER = {
  planId: "id",
  of: "text",
  eventId: "id",
  groupId: "id",
  debts: "debts",
  replaced: "debts",
  createdBy: "id",
  createdAt: "date",
} as const satisfies Required<TransferDoc>;

export const SPENDING = {
  eventId: "id",
  groupId: "id",
  month: "text",
  figures: "tally",
} as const satisfies Required<SpendingDoc>;

export const FRIENDSHIP = {
  pair: "text",
  users: "ids",
  requestedBy: "id",
  status: "text",
  createdAt: "date",
} as const satisfies Required<FriendshipDoc>;

export const INVITATION = {
  groupId: "id",
  from: "id",
  to: "id",
  createdAt: "date",
} as const satisfies Required<GroupRequestDoc>;

export const LINK = {
  hash: "text",
  ...({ groupId: "idIfAny", shows: "shownIfAny" } as const),
  createdBy: "id",
  createdAt: "date",
  expiresAt: "date",
  uses: "any",
} as const satisfies Required<LinkDoc>;

export const BALANCE = {
  user: "id",
  kind: "text",
  other: "id",
  cents: "any",
} as const satisfies Required<BalanceDoc>;

/** Reports each field that is missing or of another type. @returns whether all are there */
export function hasShape(subject: string, doc: Document, shape: Shape, report: Report): boolean {
  let complete = true;
  for (const field in shape) {
    const { name, test } = KINDS[shape[field]!];
    const value: unknown = doc[field];
    if (test(value)) continue;
    complete = false;
    report({
      subject,
      problem: value === undefined ? `its ${field} is missing` : `its ${field} is not ${name}`,
    });
  }
  return complete;
}
