import type * as z from "zod/mini";
import { exactCents } from "@/lib/core/money/money";
import { refuse } from "./checked-file";

// zod/mini is small, and compiles no code, which pages do not allow.

/** Ends the reading of a file. Never leaves the readers. */
export class RefusedFile extends Error {
  constructor(readonly refusal: ReturnType<typeof refuse>) {
    super(refusal.problem);
  }
}

/**
 * Checks the structure of a part of a file.
 * @param row of a record; null: it is none
 * @throws RefusedFile
 */
export function checked<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  row: number | null = null,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // Without positions, which nobody counts.
  const name = parsed.error.issues[0]?.path.findLast((part) => typeof part === "string");
  const what = row === null ? "This file" : "This entry";
  const why = name === undefined ? "" : `: “${name}” is missing or wrong`;
  throw new RefusedFile(refuse(`${what} can't be read${why}.`, row));
}

/** Cents of an amount in dollars. @returns NaN if it has a fraction of a cent, Infinity if it is too large to be exact */
export const centsOf = (dollars: number): number =>
  Math.abs(dollars) > 1e12 ? Infinity : (exactCents(dollars) ?? NaN);
