import { groupIconUrl } from "@/lib/core/groups";
import type { Activity } from "@/lib/contract/activity";
import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group, PendingInvitation } from "@/lib/contract/groups";
import type { Session } from "@/lib/contract/account";
import type { NewLink } from "@/lib/contract/links";
import type { SentFriendRequest, GroupRequest } from "@/lib/contract/requests";
import type { Settlement } from "@/lib/contract/settlements";
import { Person } from "../support/person";

export const ROLES = ["nobody", "outsider", "invited", "former", "member", "creator"] as const;
export type Role = (typeof ROLES)[number];

export const ICON = groupIconUrl("bee");
const mark = (what: string) => `zq${what}qz`;
const oldTitle = mark("oldtitle");
const title = mark("title");
const email = (name: string) => `${name}.access@demo.test`;

/** Texts that only the group knows; the title at the time when one member left, and the one that invitations show. */
const SECRETS = [
  ...["event", "expense", "note", "comment", "payment", "settledevent", "settledexpense"],
  ...["deletedexpense", "deletedevent", "deletedgroup"],
].map(mark);

/** What a guest of another group of the same creator must not find in any answer. */
export const FORBIDDEN_FOR_GUESTS: readonly string[] = [...SECRETS, title, oldTitle, "Zqmember"];

/** What a role must not find in any answer. */
export const FORBIDDEN: Record<Role, readonly string[]> = {
  nobody: [...SECRETS, title, oldTitle, "Zqcreator", "Zqmember"],
  outsider: [...SECRETS, title, oldTitle, "Zqcreator", "Zqmember"],
  invited: [...SECRETS, oldTitle],
  former: [...SECRETS, title],
  member: [mark("deletedgroup")],
  creator: [],
};

export type AccessWorld = Awaited<ReturnType<typeof buildAccessWorld>>;

/** A group with people in every relation to it. All its texts are marked. */
export async function buildAccessWorld(url: string) {
  const person = (name: string) => new Person(() => url, email(name)).signIn();
  const creator = await person("zqcreator");
  const member = await person("zqmember");
  const [former, invited, outsider] = [await person("left"), await person("guest"), await person("alien")];
  const [friend, bystander, nuisance] = [await person("pal"), await person("stander"), await person("pest")];
  for (const one of [member, former, invited]) await befriend(creator, one);
  for (const one of [creator, member, former, invited, outsider]) await befriend(one, friend);

  const newGroup = (groupTitle: string, members: Person[]) =>
    creator.call<Group>("POST", "/api/groups", {
      ...{ title: groupTitle, icon: ICON, members: members.map(({ id }) => id) },
    });
  const { _id: group } = await newGroup(oldTitle, [member, former]);
  for (const one of [member, former]) {
    const [request] = await one.call<GroupRequest[]>("GET", "/api/groups/requests");
    await one.call("PUT", `/api/groups/requests/${request?._id}/accept`);
  }
  await former.call("PUT", `/api/groups/${group}/members/remove`, { userId: former.id });
  await creator.call("PUT", `/api/groups/${group}/edit`, { title, icon: ICON });
  const invitation = await creator.call<PendingInvitation>("POST", `/api/groups/${group}/invite`, {
    toUserId: invited.id,
  });

  const both = [creator.id, member.id];
  const newEvent = (what: string) =>
    creator.call<Event>("POST", "/api/events", {
      ...{ title: mark(what), date: "2026-03-14", participants: both, groupId: group },
    });
  const newExpense = (event: Event, what: string, amount: number) =>
    creator.call<Expense>("POST", "/api/expenses", {
      ...{ eventId: event._id, description: mark(what), note: mark("note"), amount, splitWith: both },
    });
  const open = async (event: Event) => {
    const rows = await creator.call<Settlement[]>("GET", `/api/settlements?eventId=${event._id}`);
    return rows.find(({ settled }) => !settled)!;
  };

  const past = await newEvent("settledevent");
  await newExpense(past, "settledexpense", 40);
  const { _id, amount } = await open(past);
  const batch = await creator.call<{ batchId: string }>("POST", `/api/users/${member.id}/settlements`, {
    ...{ payments: [{ _id, amount }], note: mark("payment") },
  });
  const deletedEvent = await newEvent("deletedevent");
  await creator.call("DELETE", `/api/events/${deletedEvent._id}`);
  const event = await newEvent("event");
  const deletedExpense = await newExpense(event, "deletedexpense", 20);
  await creator.call("DELETE", `/api/expenses/${deletedExpense._id}`);
  const expense = await newExpense(event, "expense", 100.02);
  const settlement = await open(event);
  const comment = await creator.call<Activity>("POST", `/api/expenses/${expense._id}/comments`, {
    text: mark("comment"),
  });
  const deletedGroup = await newGroup(mark("deletedgroup"), [friend]);
  await creator.call("DELETE", `/api/groups/${deletedGroup._id}`);

  const newLink = () => creator.call<NewLink>("POST", `/api/groups/${group}/links`, {});
  const guest = await creator.call<{ _id: string }>("POST", `/api/groups/${group}/guests`, {
    name: mark("guest"),
  });
  const [{ _id: link }, { url: address }] = [await newLink(), await newLink()];
  const place = await guestsPlace(creator, friend);
  const { _id: sharedLink } = await creator.call<NewLink>(
    "POST",
    `/api/events/${event._id}/statement-links`,
    {},
  );
  const { _id: ownLink } = await creator.call<NewLink>("POST", "/api/users/links");
  const request = await bystander.call<SentFriendRequest>("POST", "/api/users/friends/request", {
    to: member.id,
  });
  await member.call("POST", "/api/users/blocks", { blockedId: nuisance.id });
  await person("zqcreator");
  const sessions = await creator.call<Session[]>("GET", "/api/users/sessions");
  return {
    people: { nobody: new Person(() => url, ""), outsider, invited, former, member, creator },
    others: { friend, bystander, nuisance },
    /** Takes part in another group of the creator. */
    guest: { person: await new Person(() => url, "").join(place.token, "Visitor"), place },
    /** What the member owes the creator, in dollars. */
    owed: settlement.amount,
    ids: {
      ...{ group, event: event._id, expense: expense._id, settlement: settlement._id, comment: comment._id },
      ...{ guest: guest._id, creator: creator.id, member: member.id },
      ...{ link, ownLink, sharedLink, token: tokenOf(address) },
      ...{ invitation: invitation._id, request: request._id, batch: batch.batchId },
      ...{
        deletedExpense: deletedExpense._id,
        deletedEvent: deletedEvent._id,
        deletedGroup: deletedGroup._id,
      },
      session: sessions.find(({ current }) => !current)!._id,
    },
  };
}

/** A group with an open payment, and a link to it. */
async function guestsPlace(creator: Person, friend: Person) {
  const { _id: group } = await creator.call<Group>("POST", "/api/groups", {
    ...{ title: "Trip", icon: ICON, members: [friend.id], guests: ["Nina"] },
  });
  const [nina] = await creator.call<{ _id: string }[]>("GET", `/api/groups/${group}/guests`);
  const people = [creator.id, nina!._id];
  const { _id: event } = await creator.call<Event>("POST", "/api/events", {
    ...{ title: "Day", date: "2026-03-14", participants: people, groupId: group },
  });
  const { _id: expense } = await creator.call<Expense>("POST", "/api/expenses", {
    ...{ eventId: event, description: "Bread", amount: 4, splitWith: people },
  });
  const [settlement] = await creator.call<Settlement[]>("GET", `/api/settlements?eventId=${event}`);
  const { url } = await creator.call<NewLink>("POST", `/api/groups/${group}/links`, {});
  return { group, event, expense, settlement: settlement!._id, token: tokenOf(url) };
}

const tokenOf = (url: string) => new URL(url).pathname.slice("/join/".length);

async function befriend(a: Person, b: Person): Promise<void> {
  const path = "/api/users/friends/request";
  const { _id } = await a.call<SentFriendRequest>("POST", path, { to: b.id });
  await b.call("PUT", `/api/users/friends/requests/${_id}/accept`);
}

/** Everything that outsiders must not change, as text. */
export async function snapshot({ people: { creator, member }, ids }: AccessWorld): Promise<string> {
  const { group, event, expense } = ids;
  const parts: unknown[] = [];
  for (const path of [
    ...[`/api/groups/${group}`, `/api/groups/${group}/pending-requests`, `/api/groups/${group}/activity`],
    ...[`/api/groups/${group}/deleted`, "/api/groups/deleted", `/api/expenses/${expense}/activity`],
    ...[
      `/api/events?groupId=${group}`,
      `/api/expenses?eventId=${event}`,
      `/api/settlements?eventId=${event}`,
    ],
    ...["/api/users/friends", "/api/users/friends/summary", "/api/users/blocks", "/api/users/sessions"],
  ])
    parts.push(await creator.call("GET", path));
  for (const path of ["", "/requests", "/summary"])
    parts.push(await member.call("GET", `/api/users/friends${path}`));
  parts.push(await member.call("GET", "/api/users/blocks"));
  return JSON.stringify(parts, null, 1);
}
