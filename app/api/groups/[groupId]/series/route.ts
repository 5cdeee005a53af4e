import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { groupSeriesView } from "@/lib/views/series";

export const GET = handler(operations.listSeries, ({ viewer, params }) =>
  groupSeriesView(viewer, params.groupId),
);
