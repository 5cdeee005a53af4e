import type { ImportOfFile } from "@/lib/contract/imports";
import type { ImportFile } from "@/lib/core/imports/import-file";
import { toLine } from "@/lib/core/text/text";

/** The unfinished import of this file: the same source and people in the same order, and as many rows. */
export const unfinishedOf = (file: ImportFile, imports: readonly ImportOfFile[]): ImportOfFile | undefined =>
  imports.find(
    ({ state, source, total, people }) =>
      state === "open" &&
      source === file.source &&
      total === file.rows.length &&
      people.length === file.people.length &&
      // The server cleans the names of guests.
      people.every(({ name }, index) => toLine(name) === toLine(file.people[index]!.name)),
  );
