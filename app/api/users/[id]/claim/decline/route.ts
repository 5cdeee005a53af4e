import { decline } from "@/lib/auth/claim";
import { handler } from "@/lib/server/handler";

export const POST = handler("declineClaim", async ({ viewer, params }) => decline(viewer._id, params.id), {
  page: () => "/friends",
  next: () => "/friends",
});
