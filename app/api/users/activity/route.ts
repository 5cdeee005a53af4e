import { markActivitySeen } from "@/lib/db/people";
import { handler } from "@/lib/server/handler";
import { recentActivityView } from "@/lib/views/activity";

export const GET = handler("listActivity", ({ viewer, query }) => recentActivityView(viewer, query));

export const PUT = handler("seeActivity", ({ viewer, query }) => markActivitySeen(viewer._id, query.until));
