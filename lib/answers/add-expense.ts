import "server-only";
import { readAlong, requireProfile, type Viewer } from "@/lib/server/access";
import { relationshipOf } from "@/lib/core/relationship";
import { getLastUsedEvent } from "@/lib/db/activities";
import { listGroupsWithEvent } from "@/lib/db/events";
import { requireId } from "@/lib/db/ids";
import { otherOfPair, pairTitleOf } from "@/lib/db/pair-group";
import type { EventDoc } from "@/lib/db/collections";
import { getPairEvent } from "@/lib/db/pairs";
import { notFound } from "@/lib/server/errors";
import { toPerson } from "@/lib/answers/serialize";
import { friendsView } from "./people";

// Where an expense can be added, other than in an event.

/** How many groups the picker shows. */
const GROUPS = 30;

/**
 * Loads the page that picks where to add an expense: the event that the viewer used last, their friends, and
 * their groups, those with the latest events first.
 */
export async function loadAddPage(viewer: Viewer) {
  const [all, friends] = await Promise.all([listGroupsWithEvent(viewer._id), friendsView(viewer)]);
  const ids = all.map(({ _id }) => _id);
  const event = ids.length > 0 ? await getLastUsedEvent(viewer._id, ids) : null;
  const group = event && all.find(({ _id }) => _id.equals(event.groupId));
  const friend = group?.pair && otherOfPair(viewer._id, group.pair).toHexString();
  const name = friends.find(({ _id }) => _id === friend)?.name;
  const titleOf = (item: { title: string }) => (name ? pairTitleOf(name) : item.title);
  // One-to-one, nothing is added without the friendship.
  const usable = group && (!friend || name);
  return {
    last: usable
      ? {
          ...{ _id: event._id.toHexString(), title: titleOf(event), date: event.date.toISOString() },
          group: { _id: group._id.toHexString(), title: titleOf(group), icon: group.icon },
        }
      : null,
    friends,
    groups: all
      .filter(({ pair }) => pair === undefined)
      .slice(0, GROUPS)
      .map(({ _id, title, icon, event: latest }) => ({
        ...{ _id: _id.toHexString(), title, icon },
        event: latest ? { _id: latest._id.toHexString(), title: latest.title } : null,
      })),
  };
}

/** The event that two people share one-to-one. @param person the other one of the two */
export function toPairEvent(event: EventDoc, person: { name: string }) {
  return {
    ...{ _id: event._id.toHexString(), groupId: event.groupId.toHexString() },
    ...{ title: pairTitleOf(person.name), expenseCount: event.expenseCount },
  };
}

/**
 * Loads the page that adds an expense one-to-one: either the event that the viewer shares with the friend, or the group
 * and event that the first expense makes.
 * @throws AppError "not-found", also if the two are not friends
 */
export async function loadSharePage(viewer: Viewer, friendId: string) {
  const [{ user, friendship }, made] = await readAlong(requireProfile(viewer, friendId), () =>
    getPairEvent(viewer._id, requireId(friendId)),
  );
  if (relationshipOf(viewer._id, user._id, friendship) !== "friends") throw notFound();
  if (made) return { made: toPairEvent(made, user) };
  const self = { _id: viewer.id, name: viewer.name, picture: viewer.picture };
  const members = [self, toPerson(user)];
  const now = new Date().toISOString();
  const both = { _id: "", title: pairTitleOf(user.name), createdBy: self, createdAt: now, rev: 0 };
  return {
    made: null,
    group: { ...both, icon: "", members, pair: true as const },
    event: {
      ...both,
      groupId: "",
      date: now,
      participants: members,
      total: 0,
      expenseCount: 0,
      contributions: [],
      ...{ closedAt: null, closedBy: null },
    },
  };
}
