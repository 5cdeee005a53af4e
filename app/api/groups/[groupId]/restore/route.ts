import { restoreGroup } from "@/lib/db/deleted";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { groupAnswer } from "@/lib/views/with-names";

export const PUT = handler(operations.restoreGroup, async ({ viewer, params }) =>
  groupAnswer(await restoreGroup(viewer._id, requireId(params.groupId))),
);
