import "server-only";
import type { ObjectId } from "mongodb";
import { readInGroup, requireGroup, requireImport, type Viewer } from "@/lib/server/access";
import { previewOf } from "@/lib/core/imports/preview";
import { readImportFile } from "@/lib/core/imports/read-file";
import { centsToDollars, sumCents } from "@/lib/core/money/money";
import type { Page, PageRequest } from "@/lib/core/page";
import type { ImportDoc } from "@/lib/db/collections";
import { listEventTitles } from "@/lib/db/events";
import { listGroupTitles } from "@/lib/db/groups/own";
import { listImports, listOwnImports } from "@/lib/db/imports";
import { invalid, notFound } from "@/lib/errors";
import type { ImportOfFile, ImportPreview } from "@/lib/contract/imports";
import { toTitled, type Names } from "./serialize";
import { loadNames, withNames } from "./with-names";

/**
 * What a file contains. Nothing is written.
 * @param groupId a group into which it is imported
 * @throws AppError "not-found"; "invalid" if the file is refused as a whole
 */
export async function importPreview(
  viewer: Viewer,
  file: Uint8Array,
  { groupId, group }: { groupId?: string | undefined; group?: number | undefined },
): Promise<ImportPreview> {
  if (groupId !== undefined) await requireGroup(viewer, groupId);
  const read = await readImportFile(file, group === undefined ? {} : { group });
  if (read.ok === "choose") {
    const titles = read.groups.map((title, position) => `${position}: ${title}`).join(", ");
    throw invalid("group", `This file contains several groups. Choose one of them: ${titles}.`);
  }
  if (!read.ok) throw invalid("file", read.problem);
  const { people, ...preview } = previewOf(read.file);
  return {
    ...preview,
    people: people.map(({ name, cents, footer }) => ({
      name,
      balance: centsToDollars(cents),
      footer: footer === null ? null : centsToDollars(footer),
    })),
  };
}

/** A page of a group's imports. @throws AppError "not-found" */
export async function importsView(
  viewer: Viewer,
  groupId: string,
  page: PageRequest,
): Promise<Page<ImportOfFile>> {
  const [{ people }, found] = await readInGroup(viewer, groupId, (id) => listImports(id, page));
  const titles = await titlesOf(found.rows);
  return withNames(found, people, idsOfImport, (row, names) => toImport(row, names, titles));
}

/** An import. @throws AppError "not-found" */
export async function importView(viewer: Viewer, importId: string): Promise<ImportOfFile> {
  const { record, people } = await requireImport(viewer, importId);
  const [names, titles] = [await loadNames(idsOfImport(record), people), await titlesOf([record])];
  return toImport(record, names, titles);
}

/** An import that was written, as a response. */
export async function importResponse(record: ImportDoc): Promise<ImportOfFile> {
  const [names, titles] = await Promise.all([loadNames(idsOfImport(record)), titlesOf([record])]);
  return toImport(record, names, titles);
}

const idsOfImport = ({ createdBy, people }: ImportDoc): ObjectId[] => [
  createdBy,
  ...people.map(({ user }) => user),
];

type Titles = Awaited<ReturnType<typeof listEventTitles>>;

const titlesOf = (records: readonly ImportDoc[]): Promise<Titles> =>
  listEventTitles(records.flatMap(({ events }) => events.map(({ eventId }) => eventId)));

/** How many rows it has written. */
export const importedRows = ({ counts }: ImportDoc): number => sumCents(Object.values(counts));

function toImport(record: ImportDoc, names: Names, titles: Titles): ImportOfFile {
  const imported = importedRows(record);
  const own = new Set(record.events.map(({ eventId }) => eventId.toHexString()));
  return {
    _id: record._id.toHexString(),
    groupId: record.groupId.toHexString(),
    source: record.source,
    state: record.state,
    createdBy: names(record.createdBy),
    createdAt: record.createdAt.toISOString(),
    total: record.total,
    imported,
    expenses: record.counts.expense,
    payments: record.counts.payment,
    skipped: record.state === "done" ? Math.max(record.total - imported, 0) : 0,
    people: record.people.map(({ name, user }) => ({ name, person: names(user) })),
    events: titles.filter(({ _id }) => own.has(_id.toHexString())).map(toTitled),
  };
}

/** How many imports the server renders; the rest is loaded on demand. */
const FIRST_IMPORTS = 20;

/**
 * Loads the page that imports a file into a new group, or one of the viewer's: these groups, and the viewer's imports into
 * them that are not done, without their events.
 */
export async function loadImportPage(viewer: Viewer) {
  const groups = await listGroupTitles(viewer._id);
  const ids = groups.map(({ _id }) => _id);
  const open = (await listOwnImports(viewer._id, ids)).filter(({ state }) => state === "open");
  const names = await loadNames(open.flatMap(idsOfImport));
  return {
    groups: groups.map(toTitled),
    unfinished: open.map((row) => toImport(row, names, [])),
  };
}

/**
 * Loads the page that imports a file into a group, which must not be one-to-one, with its newest imports, without their
 * events.
 * @throws AppError "not-found"
 */
export async function loadGroupImportPage(viewer: Viewer, groupId: string) {
  const [{ group, people }, found] = await readInGroup(viewer, groupId, (id) =>
    listImports(id, { limit: FIRST_IMPORTS }),
  );
  if (group.pair !== undefined) throw notFound();
  const { rows, nextCursor } = await withNames(found, people, idsOfImport, (row, names) =>
    toImport(row, names, []),
  );
  return { group: toTitled(group), imports: rows, nextCursor };
}
