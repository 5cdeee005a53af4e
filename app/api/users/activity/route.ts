import { markActivitySeen } from "@/lib/db/users";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { recentActivityView } from "@/lib/views/activity";

export const GET = handler(operations.listActivity, ({ viewer, query }) => recentActivityView(viewer, query));

export const PUT = handler(operations.seeActivity, ({ viewer, query }) =>
  markActivitySeen(viewer._id, query.until),
);
