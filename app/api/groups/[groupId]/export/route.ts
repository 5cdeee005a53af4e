import { Download, toFilename } from "@/lib/http/download";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { groupExportView } from "@/lib/views/group-export";

export const GET = handler(operations.exportGroup, async ({ viewer, params }) => {
  const { title, pieces } = await groupExportView(viewer, params.groupId);
  return new Download(toFilename(title, "json"), pieces);
});
