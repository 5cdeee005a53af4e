import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { loadDeletedPage } from "@/lib/views/deleted";

export const GET = handler(operations.listDeleted, ({ viewer, params, query }) =>
  loadDeletedPage(viewer, params.groupId, query),
);
