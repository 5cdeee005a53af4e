import "server-only";
import { ObjectId } from "mongodb";
import { LINK_DAYS } from "@/lib/link-paths";
import { mayRevokeLink } from "@/lib/core/rights";
import { daysAgo } from "@/lib/core/text/dates";
import { AppError, orNotFound, notFound } from "@/lib/errors";
import { assertMayCreateLink } from "../caps";
import { collections, type SharedLinkDoc, type LinkTarget, withTransaction } from "../collections";
import { lockEvent, placeOf } from "../events";
import { hashOf } from "../hash";
import { includesId } from "../ids";
import { keepWaiting, newToken, unexpired } from ".";
import { aggregate, lookup } from "../page";
import { guestsAmong } from "../people";
import { assertShared } from "../friends/pair-group";

// Links that show something of an event, read-only (docs/rules.md#shared-links).

/** With a prefix, so that nobody joins with shared links. */
const sharedHash = (token: string) => hashOf(`shared:${token}`);

/**
 * Creates a link to an event's statement, by a member, or to one of its debts, by one of its two people for the other.
 * @param settlementId the debt; null: the statement. A link for a guest is also the guest's invite link
 * @returns also the secret, which cannot be read again
 * @throws AppError "not-found", "too-many-links"; "already-settled"; "forbidden" if the debt is between others, or the
 * event is one-to-one
 */
export async function createSharedLink(
  actor: ObjectId,
  eventId: ObjectId,
  settlementId: ObjectId | null,
): Promise<{ link: SharedLinkDoc; token: string }> {
  const { links, settlements } = await collections();
  const token = newToken();
  return withTransaction(async (session) => {
    const { event, group } = await lockEvent(actor, await placeOf(eventId), session, { evenIfClosed: true });
    let shows: LinkTarget = { kind: "statement", eventId };
    if (settlementId) {
      const debt = orNotFound(
        await settlements.findOne({ _id: settlementId, eventId, deletedAt: null }, { session }),
      );
      if (debt.settled) throw new AppError("already-settled");
      const only = debt.users.find((user) => !user.equals(actor));
      if (!only || !includesId(debt.users, actor)) {
        throw new AppError("forbidden", "Only the two people involved can share this.");
      }
      shows = { kind: "why", eventId, pair: debt.pair, only };
    } else assertShared(group);
    await assertMayCreateLink(actor, session, { shared: true });
    const link: SharedLinkDoc = {
      _id: new ObjectId(),
      hash: sharedHash(token),
      groupId: event.groupId,
      createdBy: actor,
      createdAt: new Date(),
      expiresAt: daysAgo(-LINK_DAYS),
      uses: 0,
      shows,
    };
    await links.insertOne(link, { session });
    const guest = shows.kind === "why" && (await guestsAmong([shows.only], session)).size > 0 && shows.only;
    if (guest) {
      // Without an account, people can open it only by taking part as the guest, so it is also an invite link.
      await assertMayCreateLink(actor, session);
      const { shows: _shown, ...invite } = link;
      await links.insertOne({ ...invite, _id: new ObjectId(), hash: hashOf(token), guest }, { session });
    }
    return { link, token };
  });
}

/** The links of an event, newest first. One command, which does not need the event's group. */
export async function listSharedLinks(eventId: ObjectId): Promise<SharedLinkDoc[]> {
  const { events } = await collections();
  const [found] = await aggregate<{ links: SharedLinkDoc[] }>(events, [
    { $match: { _id: eventId } },
    lookup({ from: "links", localField: "groupId", foreignField: "groupId", as: "links" }, [
      { $match: { "shows.eventId": eventId, ...unexpired() } },
      { $sort: { createdAt: -1, _id: -1 } },
    ]),
    { $project: { links: 1 } },
  ]);
  return found?.links ?? [];
}

/** Ends a link of an event. @throws AppError "not-found", also if the actor may not revoke it */
export async function revokeSharedLink(actor: ObjectId, eventId: ObjectId, id: ObjectId): Promise<void> {
  const { links } = await collections();
  await withTransaction(async (session) => {
    const { group } = await lockEvent(actor, await placeOf(eventId), session, { evenIfClosed: true });
    const shared = { _id: id, groupId: group._id, "shows.eventId": eventId, ...unexpired() };
    const link = await links.findOneAndDelete(shared, { session });
    if (!link || !mayRevokeLink(actor, link, group)) throw notFound();
    const { createdBy, createdAt, shows } = link as SharedLinkDoc;
    const own = shows.kind === "why" && { groupId: group._id, guest: shows.only, createdBy, createdAt };
    const invite = own ? await links.findOneAndDelete(own, { session }) : link;
    if (invite) await keepWaiting(group, (device) => !device.link.equals(invite._id), session);
  });
}

/** The link with this secret; null if it has expired, was revoked, or never existed. One command. */
export async function findSharedLink(token: string): Promise<SharedLinkDoc | null> {
  const { links } = await collections();
  const found = await links.findOne({ hash: sharedHash(token), ...unexpired() });
  return found as SharedLinkDoc | null;
}
