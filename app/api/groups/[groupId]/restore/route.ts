import { restoreGroup } from "@/lib/db/groups/deleted";
import { handler } from "@/lib/server/handler";
import { groupResponse } from "@/lib/views/with-names";

export const PUT = handler("restoreGroup", async ({ viewer, ids }) =>
  groupResponse(await restoreGroup(viewer._id, ids.groupId)),
);
