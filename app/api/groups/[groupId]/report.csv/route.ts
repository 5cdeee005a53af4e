import { handler } from "@/lib/server/handler";
import { Download, toFilename } from "@/lib/server/http/download";
import { reportFileView } from "@/lib/views/expense-files";

export const GET = handler("exportGroupReport", async ({ viewer, params, query }) => {
  const { title, pieces } = await reportFileView(viewer, params.groupId, query);
  return new Download(toFilename(title, "csv"), pieces);
});
