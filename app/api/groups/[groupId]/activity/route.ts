import { handler } from "@/lib/server/handler";
import { groupActivityView } from "@/lib/views/activity";

export const GET = handler("groupActivity", ({ viewer, params, query }) =>
  groupActivityView(viewer, params.groupId, query),
);
