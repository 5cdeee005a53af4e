import { handler } from "@/lib/server/handler";
import { invitationsView } from "@/lib/views/groups";

export const GET = handler("listPendingInvitations", ({ viewer, params }) =>
  invitationsView(viewer, params.groupId),
);
