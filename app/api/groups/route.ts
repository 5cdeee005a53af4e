import { ObjectId } from "mongodb";
import { requireFriends } from "@/lib/access";
import { createGroup } from "@/lib/db/groups";
import { invalid } from "@/lib/errors";
import { handler } from "@/lib/handler";
import { NO_PARTICIPANTS } from "@/lib/schemas/group";
import { operations } from "@/lib/schemas/operations";
import { groupOnly, groupsScreen } from "@/lib/views";

export const GET = handler(operations.listGroups, ({ viewer }) => groupsScreen(viewer));

export const POST = handler(operations.createGroup, async ({ viewer, body, once }) => {
  // The creator is a member anyway; everybody else is invited.
  const others = body.members.filter((id) => id !== viewer.id);
  if (others.length === 0) throw invalid("members", NO_PARTICIPANTS);
  const invite = await requireFriends(viewer, others, "members");
  const { title, icon } = body;
  const id = await createGroup({ _id: new ObjectId(), title, icon, creator: viewer._id, invite }, once);
  return groupOnly(viewer, id.toHexString());
});
