import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EJSON } from "bson";
import type { Document } from "mongodb";

/** One thing that is done to a server: a command, or a step of a transaction in a named session. */
export type Step =
  Document | { begin: string } | { in: string; run: Document } | { commit: string } | { abort: string };

/** Documents by collection; "c" is the one most rows use. */
type Collections = Record<string, Document[]>;

/** One row of the table: documents, what is done with them, and what is answered. */
export interface Row {
  name: string;
  /** What is there before the row. */
  given: Collections;
  /** Indexes that are made before the documents are inserted. */
  indexes?: Document[];
  steps: Step[];
  /** The order of the documents answered is not defined: they are compared sorted. */
  unordered?: boolean;
  /** Numbers are compared whatever their kind: see `normalize`. */
  relaxed?: boolean;
  answer: unknown[];
  /** What the independent server answers instead, where MongoDB's manual decides: why, and on which page. */
  other?: unknown[];
  why?: string;
  page?: string;
}

/** What `record.ts` writes: the rest of a line is written by hand. */
export type Recorded = Pick<Row, "answer" | "other">;

// A line: collections with a name (`given`), or a row, which says such a name or holds its own.
type Line = Partial<Omit<Row, "given">> & { given?: string | Collections; collections?: Collections };

const FOLDER = join(__dirname, "rows");
const fileOf = (group: string) => join(FOLDER, `${group}.jsonl`);

/** The groups of rows, each a file of `rows/` with a row a line. */
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

/** Writes the answers of a group's rows, in their order, into their lines. */
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

// MongoDB's Extended JSON, but that `$regex` is an operator; and {$repeat: n} is a text of n letters.
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
