import { restoreGroup } from "@/lib/db/deleted";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { groupAnswer } from "@/lib/answers/with-names";

export const PUT = handler(operations.restoreGroup, async ({ viewer, params }) =>
  groupAnswer(await restoreGroup(viewer._id, requireId(params.groupId))),
);
