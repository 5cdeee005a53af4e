import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format, resolveConfig } from "prettier";

/** What is recorded of a row: the right answer and, where a difference stays, the other server's. */
export interface Recorded {
  answer: unknown[];
  other?: unknown[];
}

const folder = join(__dirname, "answers");

/** The recorded answers of a group of rows, by the row's name. */
export function readAnswers(group: string): Record<string, Recorded> {
  return JSON.parse(readFileSync(join(folder, `${group}.json`), "utf8")) as Record<string, Recorded>;
}

/** Writes the answers of a group, laid out as the rest of the project. */
export async function writeAnswers(group: string, recorded: Record<string, Recorded>): Promise<void> {
  const path = join(folder, `${group}.json`);
  const options = await resolveConfig(path);
  writeFileSync(path, await format(JSON.stringify(recorded), { ...options, parser: "json" }));
}
