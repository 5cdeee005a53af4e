import { setGroupSplits } from "@/lib/db/usual-split";
import { handler } from "@/lib/server/handler";
import { groupSplitsView, splitsResponse } from "@/lib/views/usual-split";

export const GET = handler("groupSplits", ({ viewer, params }) => groupSplitsView(viewer, params.groupId));

export const PUT = handler("editGroupSplits", async ({ viewer, ids, body, idempotencyKey }) => {
  const { rev, ...change } = body;
  return splitsResponse(await setGroupSplits(viewer._id, ids.groupId, change, rev, idempotencyKey));
});
