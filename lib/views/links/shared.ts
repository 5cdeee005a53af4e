import "server-only";
import { readInEvent, type Viewer } from "@/lib/server/access";
import { sharedPath } from "@/lib/link-paths";
import { mayRevokeLink } from "@/lib/core/rights";
import type { GroupDoc, SharedLinkDoc } from "@/lib/db/collections";
import { listSharedLinks } from "@/lib/db/links/shared";
import type { SharedLink } from "@/lib/contract/links";
import { namesOf, type Names } from "../serialize";

/** A link that was just created, with its URL. */
export function newSharedLinkResponse(
  { link, token }: { link: SharedLinkDoc; token: string },
  origin: string,
) {
  const url = `${origin}${sharedPath(token)}`;
  return { _id: link._id.toHexString(), url, expiresAt: link.expiresAt.toISOString() };
}

export const toSharedLink = (link: SharedLinkDoc, names: Names): SharedLink => ({
  _id: link._id.toHexString(),
  createdBy: names(link.createdBy),
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  shows: link.shows.kind,
  only: link.shows.kind === "why" ? names(link.shows.only) : null,
});

/** The links of an event that the viewer may revoke. */
export const revocable = (
  viewer: Viewer,
  group: GroupDoc,
  links: readonly SharedLinkDoc[],
  names: Names,
): SharedLink[] =>
  links.filter((link) => mayRevokeLink(viewer._id, link, group)).map((link) => toSharedLink(link, names));

/** The links of an event that the viewer may revoke: all for the group's creator. @throws AppError "not-found" */
export async function sharedLinksView(viewer: Viewer, eventId: string): Promise<SharedLink[]> {
  const [{ group, people }, links] = await readInEvent(viewer, eventId, listSharedLinks);
  return revocable(viewer, group, links, namesOf(people));
}
