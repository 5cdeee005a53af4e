import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { deletedView } from "@/lib/views/deleted";

export const GET = handler(operations.listDeleted, ({ viewer, params, query }) =>
  deletedView(viewer, params.groupId, query),
);
