import "server-only";
import { importDoc, importRowDoc } from "../imports/documents";
import { hex, sayOutsiders, type GroupPeople } from "./people";
import { eachRow, type Read } from "./rows";
import { about, hasShape, type Report } from "./violation";

/** Checks imports and their rows: shapes, groups, and people. The items of rows may have been deleted since. */
export async function checkImports(
  read: Read,
  groups: ReadonlyMap<string, GroupPeople>,
  report: Report,
): Promise<void> {
  /** The group of each import. */
  const known = new Map<string, string>();
  await eachRow(read, "imports", (record) => {
    const say = about(`import ${hex(record._id)}`, report);
    if (!hasShape(record, importDoc, say)) return;
    const groupId = hex(record.groupId);
    known.set(hex(record._id), groupId);
    const group = groups.get(groupId);
    if (!group) say(`its group ${groupId} does not exist`);
    sayOutsiders([record.createdBy, ...record.people.map(({ user }) => user)].map(hex), group, say);
  });
  await eachRow(read, "importRows", (row) => {
    const say = about(`importRow ${String(row._id)}`, report);
    if (!hasShape(row, importRowDoc, say)) return;
    const groupId = known.get(hex(row.importId));
    if (groupId === undefined) say(`its import ${hex(row.importId)} does not exist`);
    else if (groupId !== hex(row.groupId) || !row._id.startsWith(`${groupId}:`))
      say("its group is not that of its import");
  });
}
