import { requireId } from "@/lib/db/ids";
import { pauseSeries } from "@/lib/db/series/change";
import { handler } from "@/lib/server/handler";
import { seriesView } from "@/lib/views/series";

export const POST = handler("pauseSeries", async ({ viewer, params }) => {
  await pauseSeries(viewer._id, requireId(params.seriesId));
  return seriesView(viewer, params.seriesId);
});
