import { Download, toFilename } from "@/lib/server/http/download";
import { handler } from "@/lib/server/handler";
import { groupExportView } from "@/lib/views/groups/export";

export const GET = handler("exportGroup", async ({ viewer, params }) => {
  const { title, pieces } = await groupExportView(viewer, params.groupId);
  return new Download(toFilename(title, "json"), pieces);
});
