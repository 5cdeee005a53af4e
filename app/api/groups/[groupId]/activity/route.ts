import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { loadGroupActivityPage } from "@/lib/views/activity";

export const GET = handler(operations.groupActivity, ({ viewer, params, query }) =>
  loadGroupActivityPage(viewer, params.groupId, query),
);
