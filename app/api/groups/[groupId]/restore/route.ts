import { restoreGroup } from "@/lib/db/groups/deleted";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { groupAnswer } from "@/lib/views/with-names";

export const PUT = handler(operations.restoreGroup, async ({ viewer, params }) =>
  groupAnswer(await restoreGroup(viewer._id, requireId(params.groupId))),
);
