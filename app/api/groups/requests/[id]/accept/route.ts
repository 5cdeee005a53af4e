import { requireInvited } from "@/lib/access";
import { acceptInvitation } from "@/lib/db/group-requests";
import { notFound } from "@/lib/errors";
import { handler, SUCCESS } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";

export const PUT = handler(operations.acceptGroupRequest, async ({ viewer, params }) => {
  const invitation = await requireInvited(viewer, params.id);
  if (!(await acceptInvitation(invitation._id, viewer._id))) throw notFound();
  return SUCCESS;
});
