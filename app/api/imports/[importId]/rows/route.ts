import { addImportRows } from "@/lib/db/imports/rows";
import { handler } from "@/lib/server/handler";

export const POST = handler("addImportRows", async ({ viewer, ids, body }) => {
  const { rows, refused } = body.rows;
  const written = await addImportRows(viewer._id, ids.importId, rows);
  return { ...written, refused: [...refused, ...written.refused].sort((a, b) => a.row - b.row) };
});
