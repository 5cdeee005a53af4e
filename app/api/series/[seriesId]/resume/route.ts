import { requireId } from "@/lib/db/ids";
import { resumeSeries } from "@/lib/db/series/change";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { seriesView } from "@/lib/views/series";

export const POST = handler(operations.resumeSeries, async ({ viewer, params }) => {
  await resumeSeries(viewer._id, requireId(params.seriesId));
  return seriesView(viewer, params.seriesId);
});
