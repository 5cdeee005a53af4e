import { handler } from "@/lib/server/handler";
import { importPreview } from "@/lib/views/imports";

export const POST = handler("previewImport", ({ viewer, file, query }) => importPreview(viewer, file, query));
