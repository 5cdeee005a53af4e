import { markActivitySeen } from "@/lib/db/people";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { recentActivityView } from "@/lib/views/activity";

export const GET = handler(operations.listActivity, ({ viewer, query }) => recentActivityView(viewer, query));

export const PUT = handler(operations.seeActivity, ({ viewer, query }) =>
  markActivitySeen(viewer._id, query.until),
);
