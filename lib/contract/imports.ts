import { z } from "zod";
import { eachDetail, type ExpenseDetail } from "@/lib/core/expenses/details";
import {
  IMPORT_BATCH_ROWS,
  IMPORT_SOURCES,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_EVENTS,
  MAX_IMPORT_ROWS,
} from "@/lib/core/imports/import-file";
import { MAX_ROWS_BYTES, type RowBody } from "@/lib/core/imports/row-body";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { SPLIT_MODES } from "@/lib/core/money/split";
import { MAX_NAME } from "@/lib/core/people";
import { PAYMENT_METHODS } from "@/lib/core/settlements";
import { detailSchemas } from "./expenses";
import { dollars, groupQuery, id, isoDate, lookupId, text, titled, userId } from "./fields";
import type { Described } from "./operation";
import { person } from "./people";
import { eventRules } from "./rules/events";
import { checkRows } from "./rules/imports";
import { singleLine, TOO_MANY_PEOPLE } from "./rules/rule";

// Imports of the history of a group from a file of another application, or of another Evenly.

const source = z.enum(IMPORT_SOURCES);

const refused = z.array(
  z.strictObject({ row: z.int().describe("as the file's application counts it"), reason: z.string() }),
);

const preview = z.strictObject({
  source,
  title: z.string().nullable(),
  people: z.array(
    z.strictObject({
      name: z.string(),
      balance: dollars.describe("what they would be owed; negative: they would owe"),
      footer: dollars.nullable().describe("what the file itself says; null: nothing"),
    }),
  ),
  from: z.iso.date().nullable().describe("the first day"),
  until: z.iso.date().nullable().describe("the last day"),
  expenses: z.int(),
  payments: z.int(),
  plans: z.int(),
  refused,
  currency: z.string(),
});
export type ImportPreview = z.infer<typeof preview>;

/** An import of a file into a group. Its rows follow in requests of their own, and then it is done. */
export const importOfFile = z.strictObject({
  _id: id,
  groupId: id,
  source,
  state: z.enum(["open", "done"]).describe("open: more of its rows can follow"),
  createdBy: person,
  createdAt: isoDate,
  total: z.int().describe("how many rows the file has"),
  imported: z.int().describe("expenses, payments, and parts of plans"),
  expenses: z.int(),
  payments: z.int(),
  skipped: z.int().describe("rows that were in the group before, or were refused; 0 while it is open"),
  people: z
    .array(z.strictObject({ name: z.string(), person }))
    .describe("the people of the file, in its order: their name there, and who they are here"),
  events: z.array(titled).describe("the events that it has written to"),
});
export type ImportOfFile = z.infer<typeof importOfFile>;

// Of a list of positions that are not valid, the first one is told.
const position = z
  .int()
  .min(0, { abort: true })
  .max(MAX_PEOPLE - 1, { abort: true })
  .describe("of a person in the list of the import's people");
const PERSON_MISSING = "Say for each person of the file whether they are a member or get no account.";

/** A person of the file: a member, or someone without an account who is added. */
const importedPerson = z
  .object({
    name: text(singleLine(MAX_NAME, "A person has no name.")),
    userId: userId.optional().describe("a member of the group"),
    guest: z
      .literal(true)
      .optional()
      .describe(
        "in place of userId: someone without an account, who is added under this name or one like it",
      ),
  })
  .refine(({ userId, guest }) => !userId !== !guest, PERSON_MISSING)
  .transform(({ name, userId }) => ({ name, userId: userId ?? null }));

const into = {
  eventId: lookupId.optional().describe("into this event of the group"),
  newEvent: z
    .object({ title: text(eventRules.title), date: text(eventRules.date) })
    .optional()
    .describe("into an event of all its people, which is added with its first row"),
  monthly: z.literal(true).optional().describe("into an event for each month"),
  events: z
    .array(
      z.object({
        title: text(eventRules.title),
        date: text(eventRules.date),
        participants: z.array(position).max(MAX_PEOPLE, TOO_MANY_PEOPLE),
        closed: z.boolean().default(false),
      }),
    )
    .max(MAX_IMPORT_EVENTS, `Send at most ${MAX_IMPORT_EVENTS} events.`)
    .optional()
    .describe("into the events of the file"),
};

/** POST /api/imports: exactly one of {@link into}. */
const createImport = z
  .object({
    groupId: lookupId,
    source,
    total: z.int("Say how many rows the file has.").min(0).max(MAX_IMPORT_ROWS),
    people: z.array(importedPerson).min(1, "The file names nobody.").max(MAX_PEOPLE, TOO_MANY_PEOPLE),
    ...into,
  })
  .superRefine((body, context) => {
    const { people, events } = body;
    const issue = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    const targets = Object.keys(into).filter((field) => body[field as keyof typeof into] !== undefined);
    if (targets.length !== 1) issue("eventId", "Send one of eventId, newEvent, monthly, and events.");
    const users = people.flatMap((one) => one.userId ?? []);
    if (new Set(users).size < users.length)
      issue("people", "Two people of the file are the same member. Choose a different one for each.");
    if (events?.some(({ participants }) => participants.some((one) => one >= people.length)))
      issue("events", "An event names a person who is not in the list.");
  });

// Rows, as lib/core/imports/import-file.ts describes them, in dollars.

const someone = z.int().min(0, { abort: true }).describe("the position of a person in the import's list");
const at = z.iso.datetime("This is not a time.");
const part = z.object({ person: someone, amount: z.number() });
const debt = z.object({ from: someone, to: someone, amount: z.number() });
const MAX_DEBTS = 20_000;

const common = {
  row: z.int().min(0).describe("its number in the file, for messages"),
  id: z
    .string()
    .max(100)
    .nullable()
    .default(null)
    .describe("in a file of Evenly: what the group has is skipped"),
  occurrence: z
    .int()
    .min(0)
    .default(0)
    .describe("how many rows with the same contents are before it in the file"),
  date: z.string().max(40).describe("2026-03-14"),
  event: z.int().min(0).nullable().default(null).describe("the position of an event in `events`"),
};

const details = eachDetail<{ [Field in ExpenseDetail]: z.ZodDefault<(typeof detailSchemas)[Field]> }>(
  (field, { none, serialize }) => (detailSchemas[field] as z.ZodType).default(serialize(none)),
);

const expenseRow = z.object({
  kind: z.literal("expense"),
  ...common,
  description: z.string(),
  amount: z.number(),
  payers: z.array(part).max(MAX_PEOPLE),
  shares: z.array(part).max(MAX_PEOPLE).describe("stored as they are"),
  split: z
    .object({
      mode: z.enum(SPLIT_MODES),
      values: z
        .array(z.object({ person: someone, value: z.number() }))
        .max(MAX_PEOPLE)
        .default([]),
    })
    .nullable()
    .default(null)
    .describe("how it was split; kept if it leads to the shares"),
  ...details,
  payerReconstructed: z.boolean().default(false).describe("the file does not tell who paid"),
  createdAt: at.nullable().default(null),
  debts: z
    .array(debt)
    .max(2 * MAX_PEOPLE)
    .nullable()
    .default(null)
    .describe("who owes whom for it; kept if it is paid − share for each person"),
});

const paymentRow = z.object({
  kind: z.literal("payment"),
  ...common,
  ...debt.shape,
  method: z.enum(PAYMENT_METHODS).nullable().default(null),
  note: z.string().default(""),
  settledAt: at.nullable().default(null),
});

const planRow = z.object({
  kind: z.literal("plan"),
  ...common,
  plan: z.string().min(1).max(100).describe("the same for all parts, which are sent in one request"),
  of: z.enum(["event", "group"]),
  debts: z.array(debt).max(MAX_DEBTS).describe("`from` owes `to` this much more"),
  replaced: z.array(debt).max(MAX_DEBTS),
  usedAt: at,
});

/** POST /api/imports/{importId}/rows */
const addImportRows = z.object({
  rows: z
    .array(z.discriminatedUnion("kind", [expenseRow, paymentRow, planRow]), "Send a list of rows.")
    .min(1, "Send a list of rows.")
    .max(IMPORT_BATCH_ROWS, `Send at most ${IMPORT_BATCH_ROWS} rows at once.`)
    .transform((rows) => checkRows(rows satisfies RowBody[])),
});

export const importOperations = {
  previewImport: {
    call: "POST /api/imports/preview",
    summary: "What a file contains: the body is the file (CSV of Splitwise, JSON of Spliit or Evenly)",
    tokens: "group",
    limit: "export",
    query: z.object({
      groupId: lookupId.optional().describe("a group of the user, to import it into"),
      group: z.coerce
        .number("Send the position of a group, from 0.")
        .int()
        .min(0)
        .optional()
        .describe("which group of a file that contains several, from 0"),
    }),
    file: ["text/csv", "application/json"],
    maxBodyBytes: MAX_IMPORT_BYTES,
    response: preview,
  },
  createImport: {
    call: "POST /api/imports",
    summary: "Begin an import into a group: adds the people who get no account",
    tokens: "group",
    body: createImport,
    maxBodyBytes: MAX_ROWS_BYTES,
    keyed: true,
    response: importOfFile,
    errors: ["closed", "forbidden", "too-many-imports"],
  },
  listImports: {
    call: "GET /api/imports",
    summary: "A group's imports, newest first",
    tokens: "group",
    query: groupQuery,
    response: z.array(importOfFile),
  },
  getImport: {
    call: "GET /api/imports/{importId}",
    summary: "An import",
    tokens: "import",
    response: importOfFile,
  },
  addImportRows: {
    call: "POST /api/imports/{importId}/rows",
    summary:
      "Import rows (who began the import); those that the group has are skipped, so it can be repeated",
    tokens: "import",
    body: addImportRows,
    maxBodyBytes: MAX_ROWS_BYTES,
    response: z.strictObject({
      imported: z.int().describe("also those that an earlier request of this import has written"),
      skipped: z.int().describe("the group had them before"),
      refused,
    }),
    errors: ["closed", "conflict", "forbidden", "former-member"],
  },
  finishImport: {
    call: "PUT /api/imports/{importId}/done",
    summary: "End an import (who began it), and close the events that are closed in the file",
    tokens: "import",
    response: importOfFile,
    errors: ["forbidden"],
  },
  undoImport: {
    call: "DELETE /api/imports/{importId}",
    summary: "Remove exactly what an import added (who began it), unless it was changed or used since",
    tokens: "import",
    errors: ["closed", "forbidden", "import-changed", "former-member"],
  },
} as const satisfies Record<string, Described>;
