import { handler } from "@/lib/server/handler";
import { friendRequestsView } from "@/lib/views/requests";

export const GET = handler("listFriendRequests", ({ viewer, query }) => friendRequestsView(viewer, query));
