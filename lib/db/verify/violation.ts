import type { z } from "zod";

/** An item and its problem: one line of `npm run verify`. */
export type Violation = { subject: string; problem: string };

export type Report = (violation: Violation) => void;

/** Reports a problem of one item. */
export type Say = (problem: string) => void;

export const about =
  (subject: string, report: Report): Say =>
  (problem) =>
    report({ subject, problem });

/** Told what is being checked, and how much of it is done. */
export type Progress = (step: string, done?: number, total?: number) => void;

/**
 * Runs a check. Money code throws on invalid amounts. This is a violation, too, and does not end the whole check.
 * @returns whether it ran to its end
 */
export function guarded(say: Say, check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    say(error.message);
    return false;
  }
}

/** Says which fields are missing or of another type. @returns whether all are right */
export function hasShape(doc: unknown, schema: z.ZodType, say: Say): boolean {
  const { error } = schema.safeParse(doc, { reportInput: true, error: ({ ...issue }) => inWords(issue) });
  for (const { path, message } of error?.issues ?? []) say(`its ${path.join(".")} ${message}`);
  return !error;
}

const NAMES: Readonly<Record<string, string>> = {
  ObjectId: "an id",
  array: "a list",
  boolean: "true or false",
  date: "a date",
  object: "a document",
  record: "a document",
  string: "text",
  tuple: "a list",
};

function inWords(issue: z.core.$ZodRawIssue): string {
  const { code, input } = issue;
  if (input === undefined) return "is missing";
  if (code === "invalid_value") return `is not one of ${issue.values.join(", ")}`;
  if (code === "unrecognized_keys") return `has unknown fields: ${issue.keys.join(", ")}`;
  if (code === "invalid_type" && issue.expected in NAMES) return `is not ${NAMES[issue.expected]}`;
  if (Array.isArray(input)) return "is not as long as it should be";
  return code === "invalid_type" ? `is ${String(input)}, not a whole number` : "is not valid";
}
