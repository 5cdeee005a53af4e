import { skipOccurrence } from "@/lib/db/series/change";
import { handler } from "@/lib/server/handler";
import { seriesView } from "@/lib/views/series";

export const POST = handler("skipOccurrence", async ({ viewer, params, ids, query }) => {
  const day = query.day === undefined ? undefined : new Date(query.day);
  await skipOccurrence(viewer._id, ids.seriesId, day);
  return seriesView(viewer, params.seriesId);
});
