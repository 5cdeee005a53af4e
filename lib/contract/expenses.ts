import { z } from "zod";
import { SPLIT_MODES } from "@/lib/core/money/split";
import { expenseDate, expenseRules } from "./rules/expenses";
import {
  actorId,
  amount,
  csv,
  dollars,
  eventQuery,
  id,
  isoDate,
  lookupId,
  pageQuery,
  people,
  positiveDollars,
  rev,
  signedDollars,
  text,
} from "./fields";
import { checkMoney, payers, split } from "./expense-money";
import { repeats, series } from "./repeats";
import { CATEGORIES } from "@/lib/core/expenses/categories";
import {
  EXPENSE_DETAILS,
  type ExpenseDetail,
  type ExpenseDetails,
  type ReturnedDetails,
  type TextLimits,
} from "@/lib/core/expenses/details";
import type { Described } from "./operation";
import { person } from "./people";
import { cleaned, DATE_MESSAGE } from "./rules/rule";

// Expenses.

const category = z.enum(CATEGORIES, "Choose one of the categories.");

const splitValue = z.strictObject({
  user: id,
  value: z.number().describe("US dollars (amounts, adjust), percent, or a weight (shares)"),
});

/** The details in responses, in exports, and in the rows of an import. */
export const detailSchemas = {
  note: z.string(),
  category: z
    .enum(CATEGORIES)
    .nullable()
    .describe("null: none was chosen; clients guess one from the description"),
} satisfies { [Field in ExpenseDetail]: z.ZodType<ReturnedDetails[Field]> };

export const expense = z.strictObject({
  _id: id,
  eventId: id,
  description: z.string(),
  amount: signedDollars,
  paidBy: person.describe("who paid most, or received most of a refund"),
  payers: z.array(z.strictObject({ user: person, amount: signedDollars })),
  recordedBy: person,
  splitWith: z.array(person),
  split: z.strictObject({ mode: z.enum(SPLIT_MODES), values: z.array(splitValue) }),
  shares: z.array(z.strictObject({ user: id, amount: signedDollars })),
  ...detailSchemas,
  date: isoDate.describe("the first 10 characters are the day of the expense"),
  createdAt: isoDate,
  updatedAt: isoDate,
  rev: z.int(),
  series: id.optional().describe("of an expense that repeats: the series of which it is an occurrence, …"),
  number: z.int().optional().describe("… and which one, from 1"),
});
export type Expense = z.infer<typeof expense>;

/** An expense in an export of its group. An import cannot derive the debts: several may be as few. */
export const exportedExpense = expense.extend({
  debts: z
    .array(z.strictObject({ from: id, to: id, amount: positiveDollars }))
    .describe("who owes whom for it"),
});
export type ExportedExpense = z.infer<typeof exportedExpense>;

/** What the list of a search shows of an expense. */
const foundExpense = expense
  .pick({
    _id: true,
    eventId: true,
    description: true,
    amount: true,
    paidBy: true,
    payers: true,
    date: true,
    shares: true,
    category: true,
  })
  .extend({
    shares: expense.shape.shares.describe("of the signed-in user, and of `person`"),
    eventTitle: z.string(),
    groupId: id,
    groupTitle: z.string(),
    reasons: z.array(z.string()).describe("why it was found, if the rest does not show this: `with Ben`"),
  });
export type FoundExpense = z.infer<typeof foundExpense>;

/** The filters of a search, apart from its text. */
export const searchFilters = {
  group: lookupId.optional(),
  event: lookupId.optional(),
  person: lookupId.optional().describe("a payer or participant"),
  category: category.optional(),
  from: z.iso.date(DATE_MESSAGE).optional().describe("the first day"),
  until: z.iso.date(DATE_MESSAGE).optional().describe("the last day"),
};

const searchQuery = z.object({
  q: z.string().default("").describe("words, each in a text, a name, or a category; or an amount"),
  ...searchFilters,
  ...pageQuery.shape,
});

export type SearchFilter = Pick<z.output<typeof searchQuery>, "q" | keyof typeof searchFilters>;

/** What a search found. The sums are those of all that was found, on this page and others. */
const foundExpenses = z.strictObject({
  expenses: z.array(foundExpense),
  count: z.int(),
  total: dollars.describe("the sum of the amounts"),
  share: dollars.describe("the sum of the signed-in user's shares"),
});

const detailText = ({ text: { max, clean } }: { text: TextLimits }) => text(cleaned(clean, max)).optional();

const enteredDetailSchemas = {
  note: detailText(EXPENSE_DETAILS.note),
  /** null: guessed from the description. */
  category: category.nullable().optional(),
} satisfies { [Field in ExpenseDetail]: z.ZodType<ExpenseDetails[Field] | undefined> };

export const enteredExpense = {
  description: text(expenseRules.description),
  amount,
  splitWith: people(expenseRules.splitWith),
  split,
  payers,
  ...enteredDetailSchemas,
  /** The day of the expense. */
  date: text(expenseDate).optional(),
};

/** POST /api/expenses. Amounts are dollars in the body and cents in the result (docs/rules.md#input). */
const createExpense = z
  .object({
    eventId: lookupId.optional(),
    friendId: lookupId.optional().describe("in place of eventId: shares it one-to-one with a friend"),
    paidBy: actorId,
    ...enteredExpense,
    repeats: repeats.optional(),
  })
  .superRefine((expense, context) => {
    const { eventId, friendId } = expense;
    const message = !eventId && !friendId ? "An id is missing." : "Send either eventId or friendId.";
    if (!eventId === !friendId) context.addIssue({ code: "custom", path: ["eventId"], message });
    checkMoney(expense, context);
  });

/** PUT /api/expenses/{expenseId} */
export const editExpense = z
  .object({
    ...enteredExpense,
    rev,
    later: z
      .boolean()
      .optional()
      .describe("of an expense that repeats: changes the later ones, too; the date is only that of this one"),
  })
  .superRefine(checkMoney);

/** PUT /api/expenses/{expenseId}/event */
const moveExpense = z.object({ eventId: lookupId, rev });

/** The shape of a file of expenses: Splitwise's, which other applications read; default: a table for spreadsheets. */
export const expensesFormat = z.object({
  format: z
    .enum(["splitwise"], "Choose splitwise, or leave it out.")
    .optional()
    .describe("splitwise: what each person paid minus their share, as in Splitwise's files"),
});
export type ExpensesFormat = z.output<typeof expensesFormat>["format"];

export const expenseOperations = {
  searchExpenses: {
    call: "GET /api/search",
    summary: "Search the expenses of all groups, a group, or an event, latest first, with their sum",
    tokens: "list",
    guests: true,
    limit: "expenseSearch",
    query: searchQuery,
    response: foundExpenses,
  },
  listExpenses: {
    call: "GET /api/expenses",
    summary: "An event's expenses, newest first",
    tokens: "event",
    guests: true,
    query: eventQuery,
    response: z.array(expense),
  },
  createExpense: {
    call: "POST /api/expenses",
    summary:
      "Add an expense to an event, or one-to-one with a friend, recorded by the signed-in user; " +
      "the response for one that repeats and is dated ahead is what repeats",
    tokens: "event",
    guests: true,
    body: createExpense,
    keyed: true,
    response: z.union([expense, series]),
    errors: ["closed", "forbidden", "too-many-series"],
  },
  exportEventExpenses: {
    call: "GET /api/events/{eventId}/expenses.csv",
    summary: "An event's expenses and payments, with a column for each person's share, and totals",
    tokens: "event",
    limit: "export",
    query: expensesFormat,
    contentType: "text/csv",
    response: csv,
    errors: ["conflict"],
  },
  exportSharedExpenses: {
    call: "GET /api/users/{id}/expenses.csv",
    summary:
      "What the signed-in user and another person share: their part of each expense, and their payments",
    tokens: "account",
    limit: "export",
    query: expensesFormat,
    contentType: "text/csv",
    response: csv,
    errors: ["conflict"],
  },
  getExpense: {
    call: "GET /api/expenses/{expenseId}",
    summary: "An expense",
    tokens: "expense",
    guests: true,
    response: expense,
  },
  editExpense: {
    call: "PUT /api/expenses/{expenseId}",
    summary: "Change an expense (its payers and the person who recorded it)",
    tokens: "expense",
    guests: true,
    body: editExpense,
    keyed: true,
    response: expense,
    errors: ["closed", "forbidden", "payment-of-another", "stale", "conflict", "former-member"],
  },
  deleteExpense: {
    call: "DELETE /api/expenses/{expenseId}",
    summary: "Delete an expense (the person who recorded it, or who paid everything)",
    tokens: "expense",
    guests: true,
    errors: ["closed", "forbidden", "payment-of-another", "former-member"],
  },
  moveExpense: {
    call: "PUT /api/expenses/{expenseId}/event",
    summary:
      "Move an expense to another event, of this or another group (its payers and the person who recorded it)",
    tokens: ["expense", "event"],
    guests: true,
    body: moveExpense,
    keyed: true,
    response: expense,
    errors: ["closed", "forbidden", "stale", "former-member", "payments-settled", "plan-in-use"],
  },
  restoreExpense: {
    call: "PUT /api/expenses/{expenseId}/restore",
    summary: "Restore a deleted expense with its debts (its payers, and the person who recorded it)",
    tokens: "expense",
    guests: true,
    response: expense,
    errors: ["closed", "forbidden", "former-member"],
  },
} as const satisfies Record<string, Described>;
