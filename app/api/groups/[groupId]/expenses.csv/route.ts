import { Download, toFilename } from "@/lib/http/download";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { groupExpensesView } from "@/lib/views/group-export";

export const GET = handler(operations.exportGroupExpenses, async ({ viewer, params }) => {
  const { title, pieces } = await groupExpensesView(viewer, params.groupId);
  return new Download(toFilename(title, "csv"), pieces);
});
