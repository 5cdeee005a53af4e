import { requireId } from "@/lib/db/ids";
import { resumeSeries } from "@/lib/db/series/change";
import { handler } from "@/lib/server/handler";
import { seriesView } from "@/lib/views/series";

export const POST = handler("resumeSeries", async ({ viewer, params }) => {
  await resumeSeries(viewer._id, requireId(params.seriesId));
  return seriesView(viewer, params.seriesId);
});
