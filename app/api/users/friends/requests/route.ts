import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { friendRequestsView } from "@/lib/views/requests";

export const GET = handler(operations.listFriendRequests, ({ viewer, query }) =>
  friendRequestsView(viewer, query),
);
