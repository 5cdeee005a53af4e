import { deleteGroup } from "@/lib/db/groups/deleted";
import { handler } from "@/lib/server/handler";
import { groupView } from "@/lib/views/groups";

export const GET = handler("getGroup", ({ viewer, params }) => groupView(viewer, params.groupId));

export const DELETE = handler("deleteGroup", ({ viewer, ids }) => deleteGroup(viewer._id, ids.groupId));
