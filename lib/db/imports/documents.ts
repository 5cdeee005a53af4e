import "server-only";
import { z } from "zod";
import { IMPORT_SOURCES } from "@/lib/core/imports/import-file";
import { deletion, id, int, settlementDoc } from "../documents";

// Documents as stored, like those of lib/db/documents.ts.

/** The events of an import: one, a new one, one for each month, or those of the file (people are positions). */
const into = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("event"), eventId: id }),
  z.object({ kind: z.literal("new"), title: z.string(), date: z.date() }),
  z.object({ kind: z.literal("monthly") }),
  z.object({
    kind: z.literal("file"),
    events: z.array(
      z.object({ title: z.string(), date: z.date(), participants: z.array(int), closed: z.boolean() }),
    ),
  }),
]);

/** An import of a file into a group (docs/rules.md#imports). */
export const importDoc = z.object({
  _id: id,
  groupId: id,
  source: z.enum(IMPORT_SOURCES),
  state: z.enum(["open", "done"]),
  createdBy: id,
  createdAt: z.date(),
  /** The number of rows of the file. */
  total: int,
  /** How many rows of each kind it has written. */
  counts: z.object({ expense: int, payment: int, plan: int }),
  /**
   * The people of the file, in its order. `key`: who they are in the keys of rows, the same in all imports of the group:
   * their id when they were first imported, whoever has claimed them since.
   */
  people: z.array(z.object({ name: z.string(), user: id, key: z.string() })),
  /** The people without an account whom it has added, with their ids then. */
  guests: z.array(id),
  into,
  /** The events that it writes to, by their key in this and later imports. `made`: it has added them. */
  events: z.array(z.object({ key: z.string(), eventId: id, made: z.boolean() })),
  /** Open payments that it has settled to zero, for the undo. */
  canceled: z.array(settlementDoc),
  ...deletion,
});
export type ImportDoc = z.infer<typeof importDoc>;

/** A row of a file that was imported. It stays when its item is deleted, so that no later import brings it back. */
export const importRowDoc = z.object({
  /** "group:digest" of the row's key: a group has each row once. */
  _id: z.string(),
  importId: id,
  groupId: id,
  kind: z.enum(["expense", "payment", "plan"]),
  /** The id of the expense, the settlement, or the transfers. */
  item: id,
  ...deletion,
});
export type ImportRowDoc = z.infer<typeof importRowDoc>;
