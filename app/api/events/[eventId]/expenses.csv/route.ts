import { Download, toFilename } from "@/lib/server/http/download";
import { handler } from "@/lib/server/handler";
import { eventExpensesView } from "@/lib/views/expense-files";

export const GET = handler("exportEventExpenses", async ({ viewer, params, query }) => {
  const { title, pieces } = await eventExpensesView(viewer, params.eventId, query.format);
  return new Download(toFilename(title, "csv"), pieces);
});
