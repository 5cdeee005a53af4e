import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { groupRequestsView } from "@/lib/views/people";

export const GET = handler(operations.listGroupRequests, ({ viewer, query }) =>
  groupRequestsView(viewer, query),
);
