import { requireFriends, requireGroup } from "@/lib/access";
import { invite } from "@/lib/db/group-requests";
import { AppError, notFound } from "@/lib/errors";
import { handler } from "@/lib/handler";
import { operations } from "@/lib/schemas/operations";
import { toPerson } from "@/lib/serialize";
import { getPeople } from "@/lib/db/users";

const REFUSALS = {
  "already-member": "This person is already a member.",
  "already-invited": "This person has already been invited.",
} as const;

export const POST = handler(operations.inviteToGroup, async ({ viewer, params, body, once }) => {
  const { group } = await requireGroup(viewer, params.groupId);
  const [to] = await requireFriends(viewer, [body.toUserId], "toUserId");
  const person = to && (await getPeople([to])).get(to.toHexString());
  if (!person) throw notFound();
  const { _id, outcome } = await invite(group._id, viewer._id, person._id, once);
  if (outcome === "gone") throw notFound();
  if (outcome !== "sent") throw new AppError("conflict", REFUSALS[outcome]);
  return { _id: _id.toHexString(), to: toPerson(person) };
});
