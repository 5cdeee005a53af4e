import { requireId } from "@/lib/db/ids";
import { setGroupSplits } from "@/lib/db/splits";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { groupSplitsView, splitsResponse } from "@/lib/views/splits";

export const GET = handler(operations.groupSplits, ({ viewer, params }) =>
  groupSplitsView(viewer, params.groupId),
);

export const PUT = handler(operations.editGroupSplits, async ({ viewer, params, body, idempotencyKey }) => {
  const { rev, ...change } = body;
  return splitsResponse(
    await setGroupSplits(viewer._id, requireId(params.groupId), change, rev, idempotencyKey),
  );
});
