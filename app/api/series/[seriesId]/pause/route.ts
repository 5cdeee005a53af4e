import { pauseSeries } from "@/lib/db/series/change";
import { handler } from "@/lib/server/handler";
import { seriesView } from "@/lib/views/series";

export const POST = handler("pauseSeries", async ({ viewer, params, ids }) => {
  await pauseSeries(viewer._id, ids.seriesId);
  return seriesView(viewer, params.seriesId);
});
