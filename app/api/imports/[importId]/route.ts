import { requireId } from "@/lib/db/ids";
import { undoImport } from "@/lib/db/imports/undo";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { importView } from "@/lib/views/imports";

export const GET = handler(operations.getImport, ({ viewer, params }) => importView(viewer, params.importId));

export const DELETE = handler(operations.undoImport, ({ viewer, params }) =>
  undoImport(viewer._id, requireId(params.importId)),
);
