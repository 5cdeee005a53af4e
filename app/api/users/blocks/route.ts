import { requireOtherUser } from "@/lib/server/access";
import { block } from "@/lib/db/friends/blocks";
import { handler } from "@/lib/server/handler";
import { operations } from "@/lib/contract/operations";
import { blockedView } from "@/lib/views/account";

export const GET = handler(operations.listBlocked, ({ viewer }) => blockedView(viewer));

export const POST = handler(operations.blockUser, async ({ viewer, body }) => {
  const id = await requireOtherUser(viewer, body.blockedId, "blockedId", "You cannot block yourself.");
  await block(viewer._id, id);
});
