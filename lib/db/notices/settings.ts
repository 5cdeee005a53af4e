import "server-only";
import type { ObjectId } from "mongodb";
import { CHANNELS, type Channel, type NoticeKind } from "@/lib/core/notices";
import { lastMonthIn } from "@/lib/core/summary-month";
import { orNotFound } from "@/lib/errors";
import { collections, type GroupDoc, type NoticeSettings, type UserDoc } from "../collections";
import { includesId, uniqueIds } from "../ids";
import { findAll } from "../page";
import { getPeople, getUser, type PersonDoc } from "../people";

/** The channels by which a person wants notices of this kind. */
export const channelsOf = (settings: NoticeSettings | undefined, kind: NoticeKind): Channel[] =>
  CHANNELS.filter((channel) => settings?.[channel]?.includes(kind));

export type Muted = { groups: Pick<GroupDoc, "_id" | "title" | "pair">[]; people: PersonDoc[] };

/** A person's settings, with the groups and people they have muted. @throws AppError "not-found" */
export async function getNoticeSettings(person: ObjectId): Promise<{ user: UserDoc; muted: Muted }> {
  const { groups } = await collections();
  const user = orNotFound(await getUser(person));
  const { mutedGroups = [], mutedPeople = [] } = user.notices ?? {};
  const own = { _id: { $in: mutedGroups }, members: person, deletedAt: null };
  const [found, people] = await Promise.all([
    mutedGroups.length > 0 ? findAll(groups, own, { projection: { title: 1, pair: 1 } }) : [],
    getPeople(mutedPeople),
  ]);
  return { user, muted: { groups: found, people } };
}

/** Replaces a person's settings. Drops muted groups that they are not in, and people with whom they share nothing. */
export async function saveNoticeSettings(
  person: ObjectId,
  { mutedGroups = [], mutedPeople = [], ...chosen }: NoticeSettings,
): Promise<void> {
  const { friendships, groups, users } = await collections();
  const known = await findAll(groups, { members: person }, { projection: { members: 1, formerMembers: 1 } });
  // A person whom others have blocked or ignored must not find out.
  const friends = await findAll(
    friendships,
    { users: person, status: "accepted" },
    { projection: { users: 1 } },
  );
  const people = [
    ...known.flatMap(({ members, formerMembers }) => [...members, ...formerMembers]),
    ...friends.flatMap((one) => one.users),
  ];
  const wantsSummary = channelsOf(chosen, "summary").length > 0;
  const before = wantsSummary ? (await getUser(person))?.notices?.summaryOf : undefined;
  const settings: NoticeSettings = {
    ...chosen,
    ...(wantsSummary && { summaryOf: before ?? lastMonthIn(chosen.timeZone, new Date()) }),
    mutedGroups: uniqueIds(mutedGroups).filter((id) => known.some(({ _id }) => _id.equals(id))),
    mutedPeople: uniqueIds(mutedPeople).filter((id) => includesId(people, id)),
  };
  // Drops emailStoppedAt: the address counts as working again.
  await users.updateOne({ _id: person, deletedAt: null }, { $set: { notices: settings } });
}

/**
 * Turns off all emails to a user; repeating it changes nothing. Ignores deleted accounts.
 * @param why `bounced`: the address no longer exists, and the settings say so
 */
export async function stopEmail(user: ObjectId, why: "unsubscribed" | "bounced"): Promise<void> {
  const { users } = await collections();
  const stopped = why === "bounced" && { "notices.emailStoppedAt": new Date() };
  await users.updateOne({ _id: user, deletedAt: null }, { $set: { "notices.email": [], ...stopped } });
}
