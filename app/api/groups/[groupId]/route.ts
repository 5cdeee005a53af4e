import { requireGroup, requireGroupCreator } from "@/lib/access";
import { deleteGroup } from "@/lib/db/groups";
import { notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { groupOnly } from "@/lib/views";

export const GET = handler(operations.getGroup, ({ viewer, params }) => groupOnly(viewer, params.groupId));

export const DELETE = handler(operations.deleteGroup, async ({ viewer, params }) => {
  const { group } = await requireGroup(viewer, params.groupId);
  requireGroupCreator(viewer, group, "Only the creator of the group can delete it.");
  if (!(await deleteGroup(viewer._id, group._id))) throw notFound();
  return SUCCESS;
});
