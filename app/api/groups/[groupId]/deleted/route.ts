import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { deletedView } from "@/lib/views/groups/deleted";

export const GET = handler(operations.listDeleted, ({ viewer, params, query }) =>
  deletedView(viewer, params.groupId, query),
);
