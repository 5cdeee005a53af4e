import { handler, paged } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { loadGroupActivityPage } from "@/lib/views/activity";

export const GET = handler(operations.groupActivity, async ({ viewer, params, query }) =>
  paged(await loadGroupActivityPage(viewer, params.groupId, query)),
);
