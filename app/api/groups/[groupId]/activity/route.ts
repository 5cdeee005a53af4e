import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { groupActivityView } from "@/lib/views/activity";

export const GET = handler(operations.groupActivity, ({ viewer, params, query }) =>
  groupActivityView(viewer, params.groupId, query),
);
