import { requireId } from "@/lib/db/ids";
import { stopSeries, updateSeries } from "@/lib/db/series/change";
import { handler } from "@/lib/server/handler";
import { seriesView } from "@/lib/views/series";
import { expenseInput } from "../../expenses/expense-input";

export const PUT = handler("editSeries", async ({ viewer, params, body }) => {
  const { from, rev, ...entered } = body;
  await updateSeries(viewer._id, requireId(params.seriesId), expenseInput(entered), { from, rev });
  return seriesView(viewer, params.seriesId);
});

export const DELETE = handler("stopSeries", ({ viewer, params }) =>
  stopSeries(viewer._id, requireId(params.seriesId)),
);
