import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { invitationsView } from "@/lib/views/groups";

export const GET = handler(operations.listPendingInvitations, ({ viewer, params }) =>
  invitationsView(viewer, params.groupId),
);
