import { Download, toFilename } from "@/lib/server/http/download";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { groupExpensesView } from "@/lib/views/groups/export";

export const GET = handler(operations.exportGroupExpenses, async ({ viewer, params }) => {
  const { title, pieces } = await groupExpensesView(viewer, params.groupId);
  return new Download(toFilename(title, "csv"), pieces);
});
