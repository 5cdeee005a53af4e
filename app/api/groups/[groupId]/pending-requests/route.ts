import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { invitationsView } from "@/lib/views/groups";

export const GET = handler(operations.listPendingInvitations, ({ viewer, params }) =>
  invitationsView(viewer, params.groupId),
);
