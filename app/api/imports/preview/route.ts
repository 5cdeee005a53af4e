import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { importPreview } from "@/lib/views/imports";

export const POST = handler(operations.previewImport, ({ viewer, file, query }) =>
  importPreview(viewer, file, query),
);
