import { requireGroup, requireRemovable } from "@/lib/access";
import { removeMember } from "@/lib/db/groups";
import { AppError, notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { namesOf } from "@/lib/serialize";

export const PUT = handler(operations.removeMember, async ({ viewer, params, body }) => {
  const { group, people } = await requireGroup(viewer, params.groupId);
  const member = requireRemovable(viewer, group, body.userId);
  const outcome = await removeMember(group._id, member);
  if (outcome === "not-found") throw notFound();
  if (outcome === "unsettled") {
    const { name } = namesOf(people)(member);
    throw new AppError("conflict", `${name} still has unsettled payments in this group.`);
  }
  return SUCCESS;
});
