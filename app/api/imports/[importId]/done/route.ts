import { finishImport } from "@/lib/db/imports";
import { handler } from "@/lib/server/handler";
import { importResponse } from "@/lib/views/imports";

export const PUT = handler("finishImport", async ({ viewer, ids }) =>
  importResponse(await finishImport(viewer._id, ids.importId)),
);
