import { ObjectId } from "mongodb";
import { createGroup } from "@/lib/db/groups";
import { toIds } from "@/lib/db/ids";
import { invalid } from "@/lib/errors";
import { handler } from "@/lib/handler";
import { NO_PARTICIPANTS } from "@/lib/schemas/group-rules";
import { operations } from "@/lib/schemas/operations";
import { groupsView } from "@/lib/views/groups";
import { groupAnswer } from "@/lib/views/with-names";

export const GET = handler(operations.listGroups, ({ viewer, query }) => groupsView(viewer, query));

export const POST = handler(operations.createGroup, async ({ viewer, body, idempotencyKey }) => {
  // The creator is a member already; everyone else is invited.
  const invite = toIds(body.members.filter((id) => id !== viewer.id));
  if (invite.length === 0) throw invalid("members", NO_PARTICIPANTS);
  const { title, icon } = body;
  const group = { _id: new ObjectId(), title, icon, creator: viewer._id, invite };
  return groupAnswer(await createGroup(group, idempotencyKey));
});
