import { requireGroup } from "@/lib/access";
import { updateGroup } from "@/lib/db/groups";
import { AppError, notFound } from "@/lib/errors";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { namesOf, toGroup } from "@/lib/serialize";

export const PUT = handler(operations.editGroup, async ({ viewer, params, body }) => {
  const { group, people } = await requireGroup(viewer, params.groupId);
  const { title, icon, rev } = body;
  const changed = await updateGroup(viewer._id, group._id, { title, icon }, rev);
  if (changed === "stale") throw new AppError("stale");
  if (!changed) throw notFound();
  return toGroup(changed, namesOf(people));
});
