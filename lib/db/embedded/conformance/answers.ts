import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

/** Writes the answers of a group, a step a line, so that a change is easy to read. */
export function writeAnswers(group: string, recorded: Record<string, Recorded>): void {
  const lines = (steps: unknown[]) =>
    `[\n${steps.map((step) => `      ${JSON.stringify(step)}`).join(",\n")}\n    ]`;
  const entries = Object.entries(recorded).map(([name, { answer, other }]) => {
    const otherPart = other ? `,\n    "other": ${lines(other)}` : "";
    return `  ${JSON.stringify(name)}: {\n    "answer": ${lines(answer)}${otherPart}\n  }`;
  });
  writeFileSync(join(folder, `${group}.json`), `{\n${entries.join(",\n")}\n}\n`);
}
