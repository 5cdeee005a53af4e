import { handler } from "@/lib/server/handler";
import { deletedView } from "@/lib/views/groups/deleted";

export const GET = handler("listDeleted", ({ viewer, params, query }) =>
  deletedView(viewer, params.groupId, query),
);
