import { handler } from "@/lib/server/handler";
import { groupRequestsView } from "@/lib/views/requests";

export const GET = handler("listGroupRequests", ({ viewer, query }) => groupRequestsView(viewer, query));
