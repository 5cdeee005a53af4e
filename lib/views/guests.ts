import "server-only";
import { readIfAllowed, requireClaim, requireSession, type Viewer } from "@/lib/server/access";
import { nullOnMissing } from "@/lib/errors";
import { centsToDollars, sumByKey } from "@/lib/core/money/money";
import type { GroupDoc } from "@/lib/db/collections";
import { claimOf } from "@/lib/db/account/sessions";
import { listOpenOf, type OpenOf } from "@/lib/db/guests/claims";
import { mergedDebt } from "@/lib/db/guests/merge-person";
import { getPeople, getUser } from "@/lib/db/people";
import type { ClaimBalance, ClaimPreview, Guest } from "@/lib/contract/guests";
import { namesOf, toPerson, toTitled } from "./serialize";
import { isolate } from "../core/text/isolate";
import { getGroupOf } from "@/lib/db/groups";
import { requireId, toId } from "@/lib/db/ids";
import { waitingIn } from "@/lib/db/guests/devices";
import { listGuests } from "@/lib/db/guests/sessions";
import { requireShared, toGuests } from "./links";

/** The guest whom the viewer may claim, for screens that link to the claim; null if there is none. */
export async function claimOffer(viewer: Viewer): Promise<Pick<ClaimPreview, "guest" | "group"> | null> {
  const claim = viewer.claims ? await nullOnMissing(requireClaim(viewer, viewer.claims)) : null;
  return claim && { guest: toPerson(claim.guest), group: toClaimedGroup(claim.group) };
}

/** Whether a guest may claim themselves by signing in from this session. */
export async function mayKeep({ id }: Viewer): Promise<boolean> {
  const { id: sid } = await requireSession();
  return (await claimOf({ sub: id, sid })).claims !== undefined;
}

/**
 * What changes if the viewer claims a guest: every open balance before and after.
 * @param token the secret of the guest's link, if they have it
 * @throws AppError "not-found" if the viewer may not claim the guest
 */
export async function claimView(viewer: Viewer, guestId: string, token?: string): Promise<ClaimPreview> {
  const { guest, group } = await requireClaim(viewer, guestId, token);
  const [theirs, own, people] = await Promise.all([
    listOpenOf(guest._id, group._id),
    listOpenOf(viewer._id, group._id),
    getPeople([...peopleOf(group), viewer._id]),
  ]);
  const names = namesOf(people);
  const merge = { from: guest._id, to: viewer._id };
  const balance = (row: OpenOf, of = row.of): ClaimBalance => ({
    event: toTitled(row.event),
    of: names(of),
    with: names(row.with),
    amount: centsToDollars(row.cents),
  });
  const between = (row: OpenOf) => row.with.equals(viewer._id) || row.with.equals(guest._id);
  const kept = [...theirs, ...own].filter((row) => mergedDebt(row, merge));
  const keyOf = (row: OpenOf) => `${row.event._id.toHexString()}:${row.with.toHexString()}`;
  const sums = sumByKey(kept.map((row) => [keyOf(row), row.cents]));
  const rows = new Map(kept.map((row) => [keyOf(row), row]));
  return {
    guest: toPerson(guest),
    group: toClaimedGroup(group),
    // Debts between the two are in both lists.
    before: [...theirs.filter((row) => !row.with.equals(viewer._id)), ...own].map((row) => balance(row)),
    after: [...sums].map(([key, cents]) => balance({ ...rows.get(key)!, cents }, viewer._id)),
    dropped: own.filter(between).map((row) => balance(row)),
  };
}

const toClaimedGroup = (group: GroupDoc) => ({ ...toTitled(group), icon: group.icon });

const peopleOf = ({ members, formerMembers }: GroupDoc) => [...members, ...formerMembers];

/**
 * The message to a guest without a session: what their device waits for, or that their session has ended, and who can
 * create a new link. Null for everyone else, including guests who are no longer in their group.
 * @param session the cookie; `auth_time` 0: of a device that asked (lib/auth/begin-as-guest.ts)
 */
export async function endedGuest({
  sub,
  sid,
  auth_time,
}: {
  sub: string;
  sid: string;
  auth_time?: number;
}): Promise<{ message: string; waits: boolean } | null> {
  const id = toId(sub);
  const guest = id && (await getUser(id));
  const found = guest?.guest && (await getGroupOf(guest._id, guest.guest));
  if (!found) return null;
  const { group, people } = found;
  const [name, asked] = [isolate(guest.name), waitingIn(group).find(({ _id }) => _id.equals(sid))];
  if (asked) {
    const asker = people.find(({ _id }) => _id.equals(asked.invitedBy));
    const whom = asker ? `${isolate(asker.name)}, or another member,` : "a member";
    return {
      message: `Ask ${whom} to confirm that you are ${name}. They see it on the group's screen, with the code ${asked.code}.`,
      waits: true,
    };
  }
  // Whoever has a shared statement can ask, and learns nothing more.
  if (auth_time === 0) {
    return {
      message: "This device is not confirmed. Open your link again, or ask a member of the group for one.",
      waits: false,
    };
  }
  // The group's creator may have left it.
  const maker = people.find(
    ({ _id }) => _id.equals(group.createdBy) && group.members.some((one) => one.equals(_id)),
  );
  return {
    message: `Your session as ${name} has ended. Ask ${maker ? isolate(maker.name) : "a member of the group"} for a new link.`,
    waits: false,
  };
}

/** The group's guests and the devices on which they take part. @throws AppError "not-found" */
export async function guestsView(viewer: Viewer, groupId: string): Promise<Guest[]> {
  const [{ group, people }, guests] = await readIfAllowed(requireShared(viewer, groupId), () =>
    listGuests(requireId(groupId)),
  );
  return toGuests(group, guests, namesOf(people));
}
