import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { daysAgo } from "@/lib/core/text/dates";
import { collections } from "@/lib/db/collections";
import { beginSession } from "@/lib/db/account/sessions";
import type { Event } from "@/lib/contract/events";
import type { Group } from "@/lib/contract/groups";
import type { NewLink } from "@/lib/contract/links";
import type { SentFriendRequest, GroupRequest } from "@/lib/contract/requests";
import type { PlanResponse } from "@/lib/contract/plans";
import { addPushDevice } from "@/lib/db/notices/push";
import { aSubscription } from "@/testing/operations";
import { aPerson } from "@/testing/people";
import { call, done } from "./call";
import { addExpense, paymentsOf } from "./expenses";
import { ICON } from "./world";

/** `a` sends a request and `b` accepts it. */
async function befriend(a: Viewer, b: Viewer): Promise<void> {
  const { _id: id } = await done<SentFriendRequest>("sendFriendRequest", a, { body: { to: b.id } });
  await done("acceptFriendRequest", b, { params: { id } });
}

async function groupOf(title: string, creator: Viewer, others: readonly Viewer[]): Promise<string> {
  const members = others.map(({ id }) => id);
  const { _id } = await done<Group>("createGroup", creator, { body: { title, icon: ICON, members } });
  for (const other of others) {
    const requests = await done<GroupRequest[]>("listGroupRequests", other);
    const request = requests.find(({ groupId }) => groupId._id === _id)!;
    await done("acceptGroupRequest", other, { params: { id: request._id } });
  }
  return _id;
}

export type FullAccount = Awaited<ReturnType<typeof createFullAccount>>;

/**
 * Creates a user with every kind of data that can exist about a person: friends, requests of every kind, blocks in
 * both directions, groups created, joined, and left, invitations, links, push devices, API tokens, guests, events, expenses, settled and unsettled
 * payments, plans.
 */
export async function createFullAccount() {
  const me = await aPerson("Zelda Quux");
  const [ana, ben, cy, dan] = [
    await aPerson("Ana"),
    await aPerson("Ben"),
    await aPerson("Cy"),
    await aPerson("Dan"),
  ];
  const [eve, fay, gus, rude] = [
    await aPerson("Eve"),
    await aPerson("Fay"),
    await aPerson("Gus"),
    await aPerson("Rude"),
  ];
  const { users, accounts } = await collections();
  const picture = "https://pictures.test/zelda.jpg";
  await users.updateOne({ _id: me._id }, { $set: { image: picture } });
  const account = { userId: me._id, provider: "google", providerAccountId: `google-sub-${me.id.slice(-6)}` };
  await accounts.insertOne({ _id: new ObjectId(), ...account });
  const device = "Zelda's phone";
  const sessionId = await beginSession(me._id, device, daysAgo(-1));
  await addPushDevice({ userId: me._id, sessionId, device, ...aSubscription(me.id) });

  for (const friend of [ana, ben]) await befriend(me, friend);
  await befriend(ana, ben);
  const ask = async (from: Viewer, to: Viewer) =>
    (await done<SentFriendRequest>("sendFriendRequest", from, { body: { to: to.id } }))._id;
  await ask(me, cy);
  await ask(dan, me);
  await done("ignoreFriendRequest", eve, { params: { id: await ask(me, eve) } });
  await done("ignoreFriendRequest", me, { params: { id: await ask(fay, me) } });
  await done("blockUser", gus, { body: { blockedId: me.id } });
  await done("blockUser", me, { body: { blockedId: rude.id } });

  const own = await groupOf("Own group", me, [ana]);
  const joined = await groupOf("Joined group", ana, [me, ben]);
  const left = await groupOf("Left group", ana, [me, ben]);
  const empty = await done<Group>("createGroup", me, {
    body: { title: "Nobody came", icon: ICON, members: [ben.id] },
  });
  const waiting = await done<Group>("createGroup", ben, {
    body: { title: "Waiting for me", icon: ICON, members: [me.id] },
  });

  const event = async (as: Viewer, groupId: string, title: string, participants: readonly Viewer[]) =>
    (
      await done<Event>("createEvent", as, {
        body: { groupId, title, date: "2026-03-14", participants: participants.map(({ id }) => id) },
      })
    )._id;
  const settleAll = async (as: Viewer, eventId: string) => {
    for (const { _id: id, settled } of await paymentsOf(as, eventId)) {
      if (!settled) await done("settle", as, { params: { id }, body: { settled: true } });
    }
  };

  const dinner = await event(me, own, "Dinner", [me, ana]);
  await addExpense(me, dinner, '=HYPERLINK("http://evil.test")', 30, [me, ana]);
  await addExpense(ana, dinner, "Wine, red", 12.34, [me, ana]);
  const trip = await event(ana, joined, "Trip", [ana, me, ben]);
  await addExpense(ben, trip, "Train", 100, [ana, me, ben]);
  await addExpense(ana, trip, "Not mine", 8, [ana, ben]);
  await settleAll(me, trip);
  await addExpense(me, trip, "Taxi", 9.99, [ana, ben]);
  await addExpense(ana, trip, "Not mine either", 3, [ben]);
  const { payments } = await done<PlanResponse>("eventPlan", ben, { params: { eventId: trip } });
  await done("applyEventPlan", ben, {
    params: { eventId: trip },
    body: { payments: payments.map(({ from, to, amount }) => ({ from: from._id, to: to._id, amount })) },
  });
  const others = await event(ana, joined, "Without me", [ana, ben]);
  await addExpense(ana, others, "Only theirs", 20, [ben]);
  const past = await event(me, left, "Past", [ana, me]);
  await addExpense(ana, past, "Long ago", 40, [ana, me]);
  await settleAll(me, past);
  await done("removeMember", me, { params: { groupId: left }, body: { userId: me.id } });
  const tokenOf = async (
    name: "createLink" | "createOwnLink" | "createSharedLink",
    as: Viewer,
    input: object = {},
  ) => (await done<NewLink>(name, as, input)).url.split("/").at(-1)!;
  const params = { groupId: own };
  const token = await tokenOf("createLink", me, { params, body: {} });
  expect((await call("joinByLink", { as: null, params: { token }, body: { name: "Nina" } })).status).toBe(
    200,
  );
  const zoe = await done("addGuest", me, { params, body: { name: "Zoe" } });
  await tokenOf("createLink", me, { params, body: { guestId: zoe._id } });
  await tokenOf("createOwnLink", me);
  await tokenOf("createSharedLink", me, { params: { eventId: dinner }, body: {} });
  const open = (await paymentsOf(me, dinner)).find(({ settled }) => !settled)!;
  await tokenOf("createSharedLink", me, { params: { eventId: dinner }, body: { settlementId: open._id } });
  await done("createToken", me, { body: { name: "Zelda's script", scope: "write", groupId: own } });
  const quinn = await done("addGuest", ana, { params: { groupId: joined }, body: { name: "Quinn" } });
  const forQuinn = { params: { groupId: joined }, body: { guestId: quinn._id } };
  await done("claimGuest", me, {
    params: { id: quinn._id },
    body: { token: await tokenOf("createLink", ana, forQuinn) },
  });
  return {
    me: { ...me, picture },
    account,
    device,
    people: { ana, ben, cy, dan, eve, fay, gus, rude },
    groups: { own, joined, left, empty: empty._id, waiting: waiting._id },
    events: { dinner, trip, others, past },
    /** Settles everything open, so that the account can be deleted. */
    settleUp: async () => {
      await settleAll(me, dinner);
      await settleAll(me, trip);
    },
  };
}
