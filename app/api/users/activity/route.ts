import { markActivitySeen } from "@/lib/db/users";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { recentActivityView } from "@/lib/answers/activity";

export const GET = handler(operations.listActivity, ({ viewer, query }) => recentActivityView(viewer, query));

export const PUT = handler(operations.seeActivity, ({ viewer, query }) =>
  markActivitySeen(viewer._id, query.until),
);
