import { Download, toFilename } from "@/lib/server/http/download";
import { handler } from "@/lib/server/handler";
import { friendExpensesView } from "@/lib/views/expense-files";

export const GET = handler("exportSharedExpenses", async ({ viewer, params, query }) => {
  const { title, pieces } = await friendExpensesView(viewer, params.id, query.format);
  return new Download(toFilename(title, "csv"), pieces);
});
