import { MAX_EVENT_TITLE } from "@/lib/core/limits";
import { MAX_PEOPLE } from "@/lib/core/max-people";
import { MAX_NAME } from "@/lib/core/people";
import { calendarDay, dateOnly } from "@/lib/core/text/dates";
import { formatCount } from "@/lib/core/text/pluralize";
import { cleanedUpTo, toLine } from "@/lib/core/text/text";
import {
  MAX_IMPORT_EVENTS,
  MAX_IMPORT_ROWS,
  type ImportFile,
  type ReadResult,
  type RefusedRow,
  type Unnumbered,
} from "./import-file";
import { withOccurrences } from "./row-key";
import { takenRow } from "./row-problem";

/** A file as its reader found it. */
export type Draft = Omit<ImportFile, "rows"> & { rows: Unnumbered[] };

export type Refusal = ReadResult & { ok: false };

/** Refuses a file as a whole. @param problem a sentence; the row is put before it */
export const refuse = (problem: string, row: number | null = null): Refusal => ({
  ok: false,
  row,
  problem: row === null ? problem : `Row ${row}: ${problem}`,
});

/** Refuses a file with too many people. @param row of their names */
export const tooManyPeople = (row: number | null = null): Refusal =>
  refuse(`A file can have at most ${MAX_PEOPLE} people.`, row);

export const tooManyRows = (): Refusal =>
  refuse(`A file can have at most ${formatCount(MAX_IMPORT_ROWS)} expenses and payments.`);

/**
 * Checks a file against the limits, cleans its texts, and refuses the rows that Evenly does not take.
 * @param namesRow the row of the people's names
 */
export function checkedFile(draft: Draft, namesRow: number | null = null): ReadResult {
  const { source, currency } = draft;
  const count = draft.rows.length + draft.refused.length;
  if (draft.people.length > MAX_PEOPLE) return tooManyPeople(namesRow);
  if (count > MAX_IMPORT_ROWS) return tooManyRows();
  if (draft.events.length > MAX_IMPORT_EVENTS)
    return refuse(`A file can have at most ${formatCount(MAX_IMPORT_EVENTS)} events.`);
  if (count + draft.events.length === 0) return refuse("This file contains no expenses.");

  const people: ImportFile["people"] = [];
  for (const { name, footer } of draft.people) {
    const line = cleanedUpTo(MAX_NAME, toLine, name);
    const problem = line === "" ? "has no name" : `has a name of over ${MAX_NAME} characters`;
    if (!line) return refuse(`Person ${people.length + 1} ${problem}.`, namesRow);
    people.push({ name: line, footer });
  }
  const events: ImportFile["events"] = [];
  for (const event of draft.events) {
    const title = cleanedUpTo(MAX_EVENT_TITLE, toLine, event.title);
    if (!title || !calendarDay(event.date))
      return refuse(`The title or the date of event ${events.length + 1} is not valid.`);
    events.push({ ...event, title, date: dateOnly(event.date) });
  }

  const rows: Unnumbered[] = [];
  const refused: RefusedRow[] = [...draft.refused];
  for (const row of draft.rows) {
    const taken = takenRow(row);
    if (typeof taken === "string") refused.push({ row: row.row, reason: taken });
    else rows.push(taken);
  }
  refused.sort((a, b) => a.row - b.row);
  const title = draft.title === null ? null : cleanedUpTo(MAX_EVENT_TITLE, toLine, draft.title);
  return {
    ok: true,
    file: { source, title: title || null, currency, people, events, rows: withOccurrences(rows), refused },
  };
}
