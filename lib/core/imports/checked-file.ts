import { eventRules } from "@/lib/contract/rules/event";
import { expenseDetailRules, expenseRules, paymentNoteRule } from "@/lib/contract/rules/expense";
import { singleLine, type Rule } from "@/lib/contract/rules/rule";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { MAX_NAME } from "@/lib/core/people";
import { formatCount } from "@/lib/core/text/pluralize";
import { toLine } from "@/lib/core/text/text";
import { MAX_IMPORT_ROWS, type ImportFile, type ReadResult, type RefusedRow } from "./import-file";
import { withOccurrences, type Unnumbered } from "./row-key";
import { rowProblem } from "./row-problem";

/** A file as its reader found it. */
export type Draft = Omit<ImportFile, "rows"> & { rows: Unnumbered[] };

/** Refuses a file as a whole. @param problem a sentence; the row is put before it */
export const refuse = (problem: string, row: number | null = null): ReadResult & { ok: false } => ({
  ok: false,
  row,
  problem: row === null ? problem : `Row ${row}: ${problem}`,
});

/** Refuses a file with too many people. @param row of their names */
export const tooManyPeople = (row: number | null = null) =>
  refuse(`A file can have at most ${MAX_PEOPLE} people.`, row);

const personName = singleLine(MAX_NAME, "has no name.");

/**
 * Checks a file against the limits, cleans its texts, and refuses the rows that Evenly does not take.
 * @param namesRow the row of the people's names
 */
export function checkedFile(draft: Draft, namesRow: number | null = null): ReadResult {
  const { source, title, currency, people, events } = draft;
  if (people.length > MAX_PEOPLE) return tooManyPeople(namesRow);
  if (Math.max(draft.rows.length + draft.refused.length, events.length) > MAX_IMPORT_ROWS)
    return refuse(`A file can have at most ${formatCount(MAX_IMPORT_ROWS)} expenses and payments.`);
  if (draft.rows.length + draft.refused.length + events.length === 0)
    return refuse("This file contains no expenses.");

  const named: ImportFile["people"] = [];
  for (const [index, { name, footer }] of people.entries()) {
    const checked = personName(name);
    const problem =
      toLine(name.slice(0, 4 * MAX_NAME)) === ""
        ? "has no name"
        : `has a name of over ${MAX_NAME} characters`;
    if (!checked.ok) return refuse(`Person ${index + 1} ${problem}.`, namesRow);
    named.push({ name: checked.value, footer });
  }
  for (const [index, event] of events.entries()) {
    if (!eventRules.title(event.title).ok || !eventRules.date(event.date).ok)
      return refuse(`The title or the date of event ${index + 1} is not valid.`);
  }

  const rows: Unnumbered[] = [];
  const refused: RefusedRow[] = [...draft.refused];
  for (const row of draft.rows.map(withCleanTexts)) {
    const reason = rowProblem(row);
    if (reason === null) rows.push(row);
    else refused.push({ row: row.row, reason });
  }
  refused.sort((a, b) => a.row - b.row);
  const file = { source, title: title === null ? null : toLine(title), currency, people: named, events };
  return { ok: true, file: { ...file, rows: withOccurrences(rows), refused } };
}

function withCleanTexts(row: Unnumbered): Unnumbered {
  if (row.kind === "plan") return row;
  if (row.kind === "payment") return { ...row, note: clean(paymentNoteRule, row.note) };
  return {
    ...row,
    description: clean(expenseRules.description, row.description),
    note: clean(expenseDetailRules.note, row.note),
  };
}

/** What a rule makes of a text. A text that it refuses stays, and is refused with its row. */
function clean(rule: Rule<string, string>, text: string): string {
  const checked = rule(text);
  return checked.ok ? checked.value : text;
}
