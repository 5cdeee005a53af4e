import type { z } from "zod";

/** What keeps a form from being sent. `field`: the one at fault; null: the form as a whole. */
export type FormProblem = { field: string | null; message: string; sessionExpired?: boolean };

/**
 * Holds what was entered against the schema that the server uses too.
 * @returns the first problem in the order of the schema's fields (spec section 5), null when there is none
 */
export function checkForm(schema: z.ZodType, values: unknown): FormProblem | null {
  const issue = schema.safeParse(values).error?.issues[0];
  if (!issue) return null;
  const field = issue.path[0];
  return { field: field === undefined ? null : String(field), message: issue.message };
}
