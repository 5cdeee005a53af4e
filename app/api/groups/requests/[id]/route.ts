import { requireInvitation } from "@/lib/access";
import { deleteInvitation } from "@/lib/db/group-requests";
import { notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const DELETE = handler(operations.ignoreGroupRequest, async ({ viewer, params }) => {
  const invitation = await requireInvitation(viewer, params.id);
  if (!(await deleteInvitation(invitation._id))) throw notFound();
  return SUCCESS;
});
