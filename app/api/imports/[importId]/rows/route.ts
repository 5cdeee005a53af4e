import { requireId } from "@/lib/db/ids";
import { addImportRows } from "@/lib/db/imports/rows";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const POST = handler(operations.addImportRows, async ({ viewer, params, body }) => {
  const { rows, refused } = body.rows;
  const written = await addImportRows(viewer._id, requireId(params.importId), rows);
  return { ...written, refused: [...refused, ...written.refused].sort((a, b) => a.row - b.row) };
});
