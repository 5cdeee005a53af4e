import { resumeSeries } from "@/lib/db/series/change";
import { handler } from "@/lib/server/handler";
import { seriesView } from "@/lib/views/series";

export const POST = handler("resumeSeries", async ({ viewer, params, ids }) => {
  await resumeSeries(viewer._id, ids.seriesId);
  return seriesView(viewer, params.seriesId);
});
