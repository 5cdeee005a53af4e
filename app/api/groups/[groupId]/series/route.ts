import { handler } from "@/lib/server/handler";
import { groupSeriesView } from "@/lib/views/series";

export const GET = handler("listSeries", ({ viewer, params }) => groupSeriesView(viewer, params.groupId));
