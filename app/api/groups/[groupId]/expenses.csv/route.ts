import { Download, toFilename } from "@/lib/server/http/download";
import { handler } from "@/lib/server/handler";
import { groupExpensesView } from "@/lib/views/expense-files";

export const GET = handler("exportGroupExpenses", async ({ viewer, params, query }) => {
  const { title, pieces } = await groupExpensesView(viewer, params.groupId, query.format);
  return new Download(toFilename(title, "csv"), pieces);
});
