import { handler, nextPage, WithHeaders } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { groupActivityView } from "@/lib/views/activity";

export const GET = handler(operations.groupActivity, async ({ viewer, params, query }) => {
  const { rows, nextCursor } = await groupActivityView(viewer, params.groupId, query);
  return new WithHeaders(rows, nextPage(`/api/groups/${params.groupId}/activity`, query, nextCursor));
});
