import type { EndpointInput } from "@/lib/client/endpoints";
import type { ImportFile } from "@/lib/core/imports/import-file";
import { capitalized, shorten } from "@/lib/core/text/text";
import { GUEST, type Candidate } from "./match-people";

/** Where the rows go. `events`: the events in an Evenly file. */
export type Into = "events" | "new" | "event" | "months";

export type ImportChoices = {
  /** For each person of the file, the id of a member or friend, or GUEST. */
  who: readonly string[];
  into: Into;
  /** Of the new event, and its date, "2026-03-14". */
  title: string;
  date: string;
  /** The existing event. */
  eventId: string;
};

type Body = EndpointInput<"POST /api/imports">["body"];

/** The request that begins an import. @param candidates friends among them are imported as guests, whom they can claim */
export function toImportBody(
  file: ImportFile,
  groupId: string,
  choices: ImportChoices,
  candidates: readonly Candidate[],
): Body {
  const members = new Set(candidates.flatMap(({ _id, is }) => (is === "friend" ? [] : [_id])));
  return {
    groupId,
    source: file.source,
    total: file.rows.length,
    people: file.people.map(({ name }, index) => {
      const who = choices.who[index] ?? GUEST;
      return members.has(who) ? { name, userId: who } : { name, guest: true as const };
    }),
    ...intoOf(file, choices),
  };
}

function intoOf(file: ImportFile, { into, title, date, eventId }: ImportChoices) {
  switch (into) {
    case "events":
      return { events: file.events };
    case "new":
      return { newEvent: { title, date } };
    case "event":
      return { eventId };
    case "months":
      return { monthly: true as const };
  }
}

/** A title for a new group: from the file, or from the specific part of the file's name. */
export function titleOf(file: ImportFile, fileName: string, max: number): string {
  const named = fileName
    .replace(/\.\w+$/, "")
    .replace(/(\b|_)(export|evenly|spliit|splitwise|\d{4}-\d\d-\d\d)(?=\b|_)/gi, " ")
    .replace(/\(\d+\)$/, "")
    .replace(/[\s_-]+/g, " ")
    .trim();
  return shorten(file.title ?? capitalized(named), max);
}
