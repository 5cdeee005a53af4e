import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { groupRequestsView } from "@/lib/views/requests";

export const GET = handler(operations.listGroupRequests, ({ viewer, query }) =>
  groupRequestsView(viewer, query),
);
