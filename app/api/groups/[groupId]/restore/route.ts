import { restoreGroup } from "@/lib/db/groups/deleted";
import { requireId } from "@/lib/db/ids";
import { handler } from "@/lib/server/handler";
import { groupResponse } from "@/lib/views/with-names";

export const PUT = handler("restoreGroup", async ({ viewer, params }) =>
  groupResponse(await restoreGroup(viewer._id, requireId(params.groupId))),
);
