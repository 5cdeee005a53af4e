import "server-only";
import { renderSVG } from "uqr";
import { readIfAllowed, requireEvent, requireGroup, requireLink, type Viewer } from "@/lib/server/access";
import { getFriendship } from "@/lib/db/friends";
import { mayRevokeLink } from "@/lib/core/rights";
import { joinPath } from "@/lib/link-paths";
import type { GroupDoc, LinkDoc } from "@/lib/db/collections";
import { includesId, requireId } from "@/lib/db/ids";
import type { GroupWithPeople } from "@/lib/db/groups";
import { waitingIn, type WaitingDevice as WaitingDoc } from "@/lib/db/guests/devices";
import { listGuests, type GuestWithSessions } from "@/lib/db/guests/sessions";
import { listLinks, listOwnLinks } from "@/lib/db/links";
import { notFound, nullOnMissing, ERRORS, rateLimited } from "@/lib/errors";
import type { Guest, WaitingDevice } from "@/lib/contract/guests";
import type { JoinOffer, Link, NewLink } from "@/lib/contract/links";
import { namesOf, personOf, toPerson, toSession, toTitled, type Names } from "../serialize";
import { operations } from "@/lib/contract/operations";

export const toLink = (link: LinkDoc, names: Names): Link => {
  const { _id, createdBy, createdAt, expiresAt, uses, guest } = link;
  return {
    _id: _id.toHexString(),
    createdBy: names(createdBy),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    uses,
    guest: guest ? names(guest) : null,
  };
};

/** A link that was just created, with its URL. */
export function newLinkResponse({ link, token }: { link: LinkDoc; token: string }, origin: string): NewLink {
  const url = `${origin}${joinPath(token)}`;
  return { _id: link._id.toHexString(), url, qr: renderSVG(url), expiresAt: link.expiresAt.toISOString() };
}

/** The links that the viewer may revoke: all for the group's creator. @throws AppError "not-found" */
export async function linksView(viewer: Viewer, groupId: string): Promise<Link[]> {
  const [{ group, people }, links] = await readIfAllowed(requireShared(viewer, groupId), () =>
    listLinks(requireId(groupId)),
  );
  return revocable(viewer, group, links, namesOf(people));
}

/** Loads the page that invites with a link. @throws AppError "not-found" */
export async function loadInvitePage(viewer: Viewer, groupId: string) {
  const [{ group, people }, [links, guests]] = await readIfAllowed(requireShared(viewer, groupId), () =>
    Promise.all([listLinks(requireId(groupId)), listGuests(requireId(groupId))]),
  );
  const names = namesOf(people);
  return {
    group: toTitled(group),
    links: revocable(viewer, group, links, names),
    guests: toGuests(group, guests, names),
  };
}

/** Loads the table mode of an event: who takes part in its group, and who is expected. @throws AppError "not-found" */
export async function loadTablePage(viewer: Viewer, groupId: string, eventId: string) {
  const [{ group, people }, [links, guests]] = await readIfAllowed(
    requireEvent(viewer, eventId, groupId),
    () => Promise.all([listLinks(requireId(groupId)), listGuests(requireId(groupId))]),
  );
  if (group.pair !== undefined) throw notFound();
  const names = namesOf(people);
  const absent = new Set(
    guests.filter(({ sessions }) => sessions.length === 0).map(({ _id }) => String(_id)),
  );
  const members = group.members.map(names);
  return {
    group: toTitled(group),
    eventId,
    links: links.filter(({ guest }) => !guest).map(({ _id }) => _id.toHexString()),
    here: members.filter(({ _id }) => !absent.has(_id)),
    expected: members.filter(({ _id }) => absent.has(_id)),
  };
}

/** A group that people can be invited to, so not a one-to-one group. */
export async function requireShared(viewer: Viewer, groupId: string): Promise<GroupWithPeople> {
  const found = await requireGroup(viewer, groupId);
  if (found.group.pair !== undefined) throw notFound();
  return found;
}

const revocable = (viewer: Viewer, group: GroupDoc, links: readonly LinkDoc[], names: Names): Link[] =>
  links.filter((link) => mayRevokeLink(viewer._id, link, group)).map((link) => toLink(link, names));

/** The guests who are in the group, in the order of its members. */
const guestsIn = ({ members }: GroupDoc, guests: readonly GuestWithSessions[]): GuestWithSessions[] =>
  members.flatMap((member) => guests.filter(({ _id }) => _id.equals(member)));

/** The viewer's links without a group. */
export async function ownLinksView(viewer: Viewer): Promise<Link[]> {
  const names = namesOf([personOf(viewer)]);
  return (await listOwnLinks(viewer._id)).map((link) => toLink(link, names));
}

/** The guests who are in the group, with their devices. */
export const toGuests = (group: GroupDoc, guests: readonly GuestWithSessions[], names: Names): Guest[] =>
  guestsIn(group, guests).map(({ sessions, ...one }) => ({
    ...toPerson(one),
    sessions: sessions.map((session) => {
      const { device, since, lastUsedOn } = toSession(session, "");
      return { device, since, lastUsedOn, invitedBy: names(session.invitedBy ?? session.user) };
    }),
    waiting: waitingIn(group)
      .filter(({ guest }) => guest.equals(one._id))
      .map((device) => toWaiting(device, names)),
  }));

export const toWaiting = ({ _id, device, code, invitedBy }: WaitingDoc, names: Names): WaitingDevice => ({
  _id: _id.toHexString(),
  device,
  code,
  invitedBy: names(invitedBy),
});

/** What a link tells whoever has it: who invites to which group. @throws AppError "not-found" */
export async function joinOfferView(token: string): Promise<JoinOffer> {
  return (await loadJoinPage(token, null)).offer;
}

/**
 * Loads the page of a link.
 * @returns `joined`: where to go if the viewer has joined already: the group, unless they can claim the link's guest,
 * or the friend; `guest`: the link's guest; null: the link is for anyone; `elsewhere`: the other group in which the
 * viewer is a guest
 * @throws AppError "not-found"
 */
export async function loadJoinPage(
  token: string,
  viewer: Viewer | null,
): Promise<{
  offer: JoinOffer;
  guest: string | null;
  joined: { groupId?: string; friendId?: string } | null;
  elsewhere: { _id: string; title: string } | null;
}> {
  const { link, group, inviter } = await requireLink(token);
  const other = viewer?.guest ? await nullOnMissing(requireGroup(viewer, viewer.guest)) : null;
  const elsewhere = other && toTitled(other.group);
  const { _id: friendId, ...shown } = toPerson(inviter);
  const isMember = viewer !== null && group !== null && includesId(group.members, viewer._id);
  const friendship = viewer && !isMember ? await getFriendship(viewer._id, inviter._id) : null;
  // Joining is refused like this, too: a block is not told.
  if (friendship?.blockedBy?.equals(inviter._id)) throw notFound();
  if (!group) {
    const known = viewer?.id === friendId || friendship?.status === "accepted";
    return { offer: { inviter: shown }, guest: null, joined: known ? { friendId } : null, elsewhere };
  }
  const { title, icon, members } = group;
  const guests = guestsIn(group, await listGuests(group._id)).filter(
    ({ _id }) => !link.guest || link.guest.equals(_id),
  );
  const named = (active: boolean) =>
    guests
      .filter(({ sessions }) => sessions.length > 0 === active)
      .map(({ _id, name }) => ({ _id: _id.toHexString(), name }));
  return {
    elsewhere,
    offer: {
      inviter: shown,
      group: { title, icon, memberCount: members.length },
      guests: named(false),
      active: named(true),
    },
    guest: link.guest?.toHexString() ?? null,
    joined: isMember && !(link.guest && !viewer.guest) ? { groupId: group._id.toHexString() } : null,
  };
}

const { joinByLink, claimGuest } = operations;
const SAID = [...joinByLink.errors, ...claimGuest.errors, ...(["internal", "unavailable"] as const)];

/**
 * Why a form that works without scripts was refused, in words.
 * @param query of the page's address: `problem`, the error's code; `wait`, for how many seconds. Anything else: null
 * @param missing the message if the item that the form names does not exist
 */
export function formProblem(
  { problem: code, wait }: { problem?: unknown; wait?: unknown },
  missing: string | null,
): string | null {
  if (code === "not-found") return missing;
  if (code === "wrong-actor") {
    return "You signed in or out after opening this page. Please check it, and try again.";
  }
  if (code === "invalid") {
    return "Please enter another name: this one is missing, or someone in the group has it.";
  }
  if (code === "rate-limited") return rateLimited(Number(wait) || 60).message;
  const said = SAID.find((one) => one === code);
  return said ? ERRORS[said].message : null;
}
