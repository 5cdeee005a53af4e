import "server-only";
import { importDoc, importRowDoc } from "../imports/documents";
import { hex, sayOutsiders, type GroupPeople } from "./people";
import { eachValid, type Read } from "./rows";
import type { Report } from "./violation";

/** Checks imports and their rows: shapes, groups, and people. The items of rows may have been deleted since. */
export async function checkImports(
  read: Read,
  groups: ReadonlyMap<string, GroupPeople>,
  report: Report,
): Promise<void> {
  /** The group of each import. */
  const known = new Map<string, string>();
  await eachValid(read, report, ["imports", "import", importDoc], (record, say) => {
    const groupId = hex(record.groupId);
    known.set(hex(record._id), groupId);
    const group = groups.get(groupId);
    if (!group) say(`its group ${groupId} does not exist`);
    sayOutsiders([record.createdBy, ...record.people.map(({ user }) => user)].map(hex), group, say);
  });
  await eachValid(read, report, ["importRows", "importRow", importRowDoc], (row, say) => {
    const groupId = known.get(hex(row.importId));
    if (groupId === undefined) say(`its import ${hex(row.importId)} does not exist`);
    else if (groupId !== hex(row.groupId) || !row._id.startsWith(`${groupId}:`))
      say("its group is not that of its import");
  });
}
