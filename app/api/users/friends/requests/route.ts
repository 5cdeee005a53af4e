import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { friendRequestsView } from "@/lib/views/people";

export const GET = handler(operations.listFriendRequests, ({ viewer, query }) =>
  friendRequestsView(viewer, query),
);
