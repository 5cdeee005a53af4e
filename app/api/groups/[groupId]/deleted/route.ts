import { handler, paged } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { loadDeletedPage } from "@/lib/views/deleted";

export const GET = handler(operations.listDeleted, async ({ viewer, params, query }) =>
  paged(await loadDeletedPage(viewer, params.groupId, query)),
);
