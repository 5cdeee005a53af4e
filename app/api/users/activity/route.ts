import { markActivitySeen } from "@/lib/db/users";
import { handler, paged } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { recentActivityView } from "@/lib/views/activity";

export const GET = handler(operations.listActivity, async ({ viewer, query }) =>
  paged(await recentActivityView(viewer, query)),
);

export const PUT = handler(operations.seeActivity, ({ viewer }) => markActivitySeen(viewer._id));
