import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { groupActivityView } from "@/lib/views/activity";

export const GET = handler(operations.groupActivity, ({ viewer, params, query }) =>
  groupActivityView(viewer, params.groupId, query),
);
