import { requireOtherUser } from "@/lib/server/access";
import { block } from "@/lib/db/friends/blocks";
import { handler } from "@/lib/server/handler";
import { blockedView } from "@/lib/views/account";

export const GET = handler("listBlocked", ({ viewer }) => blockedView(viewer));

export const POST = handler("blockUser", async ({ viewer, body }) => {
  const id = await requireOtherUser(viewer, body.blockedId, "blockedId", "You can't block yourself.");
  await block(viewer._id, id);
});
