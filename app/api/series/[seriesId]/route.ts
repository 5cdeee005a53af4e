import { stopSeries, updateSeries } from "@/lib/db/series/change";
import { handler } from "@/lib/server/handler";
import { seriesView } from "@/lib/views/series";
import { expenseInput } from "../../expenses/expense-input";

export const PUT = handler("editSeries", async ({ viewer, params, ids, body }) => {
  const { from, rev, ...entered } = body;
  await updateSeries(viewer._id, ids.seriesId, expenseInput(entered), { from, rev });
  return seriesView(viewer, params.seriesId);
});

export const DELETE = handler("stopSeries", ({ viewer, ids }) => stopSeries(viewer._id, ids.seriesId));
