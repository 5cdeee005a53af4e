import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What is recorded of a row: the right answer and, where a difference stays, the other server's. */
export interface Recorded {
  answer: unknown[];
  other?: unknown[];
}

/** Where the answers are recorded. */
export const folder = join(__dirname, "answers");

/** The recorded answers of a group of rows, by the row's name. */
export function readAnswers(group: string): Record<string, Recorded> {
  return JSON.parse(readFileSync(join(folder, `${group}.json`), "utf8")) as Record<string, Recorded>;
}
