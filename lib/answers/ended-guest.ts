import "server-only";
import { isolate } from "@/lib/core/text/isolate";
import { getGroupOf } from "@/lib/db/groups";
import { toId } from "@/lib/db/ids";
import { getUser } from "@/lib/db/users";

/**
 * What a guest reads whose session has ended: who can make a new link. Null for everyone else, also for guests who are no
 * longer in their group.
 * @param user the id in the session's cookie
 */
export async function endedGuest(user: string): Promise<string | null> {
  const id = toId(user);
  const guest = id && (await getUser(id));
  const found = guest?.guest && (await getGroupOf(guest._id, guest.guest));
  if (!found) return null;
  const { group, people } = found;
  // Who created the group may have left it.
  const maker = people.find(
    ({ _id }) => _id.equals(group.createdBy) && group.members.some((one) => one.equals(_id)),
  );
  return `Your session as ${isolate(guest.name)} has ended. Ask ${maker ? isolate(maker.name) : "a member of the group"} for a new link.`;
}
