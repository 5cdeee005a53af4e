import { undoImport } from "@/lib/db/imports/undo";
import { handler } from "@/lib/server/handler";
import { importView } from "@/lib/views/imports";

export const GET = handler("getImport", ({ viewer, params }) => importView(viewer, params.importId));

export const DELETE = handler("undoImport", ({ viewer, ids }) => undoImport(viewer._id, ids.importId));
