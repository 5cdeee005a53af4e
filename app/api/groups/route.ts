import { ObjectId } from "mongodb";
import { createGroup } from "@/lib/db/groups";
import { assertNewName } from "@/lib/db/guests";
import { toIds } from "@/lib/db/ids";
import { invalid } from "@/lib/errors";
import { handler } from "@/lib/server/handler";
import { NO_PARTICIPANTS } from "@/lib/contract/rules/groups";
import { groupsView } from "@/lib/views/groups";
import { groupResponse } from "@/lib/views/with-names";

export const GET = handler("listGroups", ({ viewer, query }) => groupsView(viewer, query));

export const POST = handler("createGroup", async ({ viewer, body, idempotencyKey }) => {
  // The creator is a member already; everyone else is invited.
  const invite = toIds(body.members.filter((id) => id !== viewer.id));
  const { title, icon, guests = [] } = body;
  if (invite.length === 0 && guests.length === 0) throw invalid("members", NO_PARTICIPANTS);
  for (const [index, name] of guests.entries())
    assertNewName(name, [viewer, ...guests.slice(0, index).map((other) => ({ name: other }))], "guests");
  const group = { _id: new ObjectId(), title, icon, creator: viewer._id, invite, guests };
  return groupResponse(await createGroup(group, idempotencyKey));
});
