import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EJSON } from "bson";
import type { Document } from "mongodb";

/** A step: a command, or an operation of a transaction in a named session. */
export type Step =
  | Document
  | { begin: string }
  | { in: string; run: Document }
  | { commit: string }
  | { abort: string };

/** Documents by collection; most rows use "c". */
type Collections = Record<string, Document[]>;

/** A row of the table: documents, steps, and answers. */
export interface Row {
  name: string;
  /** The initial documents. */
  given: Collections;
  /** Indexes that are created before the documents are inserted. */
  indexes?: Document[];
  steps: Step[];
  /** The order of the returned documents is undefined, so they are sorted for comparison. */
  unordered?: boolean;
  /** Numbers are compared regardless of type; see `normalize`. */
  relaxed?: boolean;
  answer: unknown[];
  /** The different answer of the independent server, with the reason and the page of MongoDB's manual. */
  other?: unknown[];
  why?: string;
  page?: string;
}

/** The fields that `record.ts` writes; the rest of a line is written by hand. */
export type Recorded = Pick<Row, "answer" | "other">;

// A line: named collections (`given`), or a row that refers to them or contains its own.
type Line = Partial<Omit<Row, "given">> & { given?: string | Collections; collections?: Collections };

// Below the repository's folder: `record.ts` runs as an ES module, the tests do not.
const FOLDER = "packages/embedded-mongodb/src/conformance/rows";
const fileOf = (group: string) => join(FOLDER, `${group}.jsonl`);

/** The groups of rows. Each is a file in `rows/` with one row per line. */
export const groups = readdirSync(FOLDER).map((file) => file.replace(".jsonl", ""));

function readLines(group: string): Line[] {
  return readFileSync(fileOf(group), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** The rows of a group. */
export function readRows(group: string): Row[] {
  const named: Record<string, Collections> = {};
  const rows: Row[] = [];
  for (const line of readLines(group)) {
    const { given = {}, indexes, steps, collections, ...rest } = line;
    if (typeof given === "string" && collections) named[given] = revive(collections) as Collections;
    else {
      const documents = typeof given === "string" ? named[given] : (revive(given) as Collections);
      rows.push({ ...rest, ...(revive({ indexes, steps }) as object), given: documents } as Row);
    }
  }
  return rows;
}

/** Writes the answers of a group's rows, in order, into their lines. */
export function writeRows(group: string, recorded: Recorded[]): void {
  const rest = [...recorded];
  const lines = readLines(group).map(({ answer: _, other: __, why, page, ...line }) => {
    if (line.collections) return line;
    const { answer, other } = rest.shift() ?? {};
    return { ...line, answer, ...(other ? { other, why, page } : {}) };
  });
  writeFileSync(fileOf(group), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

const EXTENDED =
  /^\$(binary|date|maxKey|minKey|numberDecimal|numberDouble|numberLong|oid|regularExpression|timestamp)$/;

// MongoDB's Extended JSON, except that `$regex` is an operator and {$repeat: n} is a text of n letters.
function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  const [[name, argument] = ["", null]] = fields;
  if (name === "$repeat") return "x".repeat(Number(argument));
  if (fields.length === 1 && EXTENDED.test(name)) {
    return (EJSON.deserialize({ value }, { relaxed: false }) as Document).value;
  }
  return Object.fromEntries(fields.map(([key, item]) => [key, revive(item)]));
}
