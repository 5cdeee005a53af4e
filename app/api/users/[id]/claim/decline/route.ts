import { decline } from "@/lib/auth/claim";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";

export const POST = handler(
  operations.declineClaim,
  async ({ viewer, params }) => decline(viewer._id, params.id),
  { page: () => "/friends", next: () => "/friends" },
);
