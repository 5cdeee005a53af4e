import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { balanceToCents } from "@/lib/core/money/money";
import { collections } from "@/lib/db/collections";
import { askAsGuest } from "@/lib/db/guests/devices";
import { daysAgo } from "@/lib/core/text/dates";
import { createLink } from "@/lib/db/links";
import { createSharedLink } from "@/lib/db/links/shared";
import { beginSession } from "@/lib/db/account/sessions";
import type { AppError } from "@/lib/errors";
import { operations, type OperationName } from "@/lib/contract/operations";
import { useTestDatabase } from "@/testing/database";
import { applyPlan } from "@/lib/db/plans";
import { aChain, aGroup, aGuest, anEvent, anImport, aPerson, aSeries, befriend } from "@/testing/people";
import { interleave } from "@/testing/interleave";
import { cases, NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { call, type ApiResponse, type CallInput } from "@/testing/api/call";
import { buildWorld, ICON, type World } from "@/testing/api/world";
import { dump, rebuilder } from "@/testing/stored";
import { isClosedToOthers, OPERATIONS, type OperationWorld } from "@/testing/operations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

beforeAll(() => {
  process.env.RATE_LIMITS_OFF = "true";
});

// Revoked rights end at once. If a right is revoked while a call is running, the call writes nothing more, whichever
// database command comes next. The other call either finishes first, or waits for this one and comes after it.

type Setting = World & {
  /** As the leaver sees it: they are the member, and the items are their own. */
  leavers: OperationWorld;
  /** A payment between two others. */
  settled: string;
  /**
   * People to whom the member will send a request, from whom they have one, and with whom they are friends; the
   * friend's own group.
   */
  stalker: { target: Viewer; asker: Viewer; request: string; friend: Viewer; alone: string };
};

/** A world in which "leaver" has their own items to change and nothing unsettled, so that they can be removed. */
const restored = rebuilder(async (): Promise<Setting> => {
  const world = await buildWorld();
  const { leaver: late, friendOfAll } = world;
  const post = async (name: OperationName, as: Viewer, input: Omit<CallInput, "as">) => {
    const { status, body } = await call(name, { as, ...input });
    expect([name, status]).toEqual([name, 201]);
    return (body as { _id: string })._id;
  };
  const asked = await post("sendFriendRequest", friendOfAll, { body: { to: late.id } });
  await call("acceptFriendRequest", { as: late, params: { id: asked } });
  const other = await post("sendFriendRequest", world.bystander, { body: { to: late.id } });
  await call("acceptFriendRequest", { as: late, params: { id: other } });
  const event = await post("createEvent", late, {
    body: { title: "Own", date: "2026-05-01", participants: [late.id], groupId: world.ids.group },
  });
  const expense = await post("createExpense", late, {
    body: { eventId: event, description: "Own", amount: 5, splitWith: [late.id] },
  });
  const invitation = await post("inviteToGroup", late, {
    params: { groupId: world.ids.group },
    body: { toUserId: world.bystander.id },
  });
  const [ana, ben] = [world.people.creator, world.people.member];
  await post("createExpense", ana, {
    body: { eventId: event, description: "Settled", amount: 5, splitWith: [ben.id] },
  });
  const { settlements } = await collections();
  const settled = String((await settlements.findOne({ eventId: new ObjectId(event) }))!._id);
  await call("settle", { as: ana, params: { id: settled }, body: { settled: true } });
  const comment = await post("addComment", late, {
    params: { expenseId: world.ids.expense },
    body: { text: "Own" },
  });
  const deletedExpense = await post("createExpense", late, {
    body: { eventId: event, description: "Deleted", amount: 5, splitWith: [late.id] },
  });
  await call("deleteExpense", { as: late, params: { expenseId: deletedExpense } });
  const deletedEvent = await post("createEvent", late, {
    body: { title: "Deleted", date: "2026-05-01", participants: [late.id], groupId: world.ids.group },
  });
  await call("deleteEvent", { as: late, params: { eventId: deletedEvent } });
  const otherEvent = String(await anEvent(new ObjectId(world.ids.group), "Target", [late]));
  const closed = String(await anEvent(new ObjectId(world.ids.group), "Closed", [late]));
  await call("closeEvent", { as: late, params: { eventId: closed } });
  const guest = await aGuest(ana, new ObjectId(world.ids.group), "Nina");
  await beginSession(guest._id, "Chrome on Linux", daysAgo(-1));
  const { link, token: guestToken } = await createLink(late._id, new ObjectId(world.ids.group), guest._id);
  const { _id: waiting } = await askAsGuest(guestToken, guest._id, { name: "Chrome on Linux", address: "" });
  const shared = await createSharedLink(late._id, new ObjectId(event), null);
  const importId = await anImport(late, new ObjectId(world.ids.group), new ObjectId(event));
  const seriesId = await aSeries(late, new ObjectId(event), "Own");
  const [target, asker, friend] = await Promise.all(["Target", "Asker", "Friend"].map(aPerson));
  const request = await post("sendFriendRequest", asker!, { body: { to: world.people.member.id } });
  await befriend(friend!, world.people.member);
  const alone = String(await aGroup("Alone", [friend!]));
  const stalker = { target: target!, asker: asker!, request, friend: friend!, alone };
  const { planIds, plans } = await buildPlans(late, [ana, ben], world);
  const { group } = world.ids;
  const own = {
    event,
    target: otherEvent,
    expense,
    invitation,
    comment,
    deletedExpense,
    deletedEvent,
    closed,
    ...planIds,
  };
  const links = {
    guest: guest.id,
    link: String(link._id),
    sharedLink: String(shared.link._id),
    waiting: String(waiting),
    import: String(importId),
    series: String(seriesId),
  };
  const none = { session: "", pushDevice: "", apiToken: "", batch: "", deletedGroup: "" };
  const leavers: OperationWorld = {
    ...world,
    people: { ...world.people, member: late },
    guestToken,
    plans,
    ids: { ...world.ids, ...own, ...links, ...none, otherGroup: group, planned: group },
  };
  return { ...world, leavers, settled, stalker };
});

/** Events with payments between others that a plan can replace, or has replaced. */
async function buildPlans(late: Viewer, [ana, ben]: [Viewer, Viewer], { ids, owed }: World) {
  const { groups } = await collections();
  const cleo = await aPerson("Cleo");
  const groupId = new ObjectId(ids.group);
  await groups.updateOne({ _id: groupId }, { $push: { members: cleo._id } });
  // Older than the others, so that the payment of the group's plan stays where it is.
  const old = new Date("2026-01-01");
  const newEvent = () => anEvent(groupId, "Old", [ana], old);
  const circle = await newEvent();
  await aChain(circle, [ana, cleo, ben, ana]);
  const { _id: plan } = await applyPlan(late._id, { of: "event", id: circle }, []);
  await aChain(await newEvent(), [ana, cleo, ben, ana]);
  const scope = { of: "group" as const, id: groupId };
  const { _id: groupPlan } = await applyPlan(late._id, scope, [
    { from: ben.id, to: ana.id, cents: balanceToCents(owed) },
  ]);
  const chained = await newEvent();
  await aChain(chained, [ben, cleo, ana]);
  const payment = { from: ben.id, to: ana.id };
  return {
    planIds: {
      chained: String(chained),
      circle: String(circle),
      plan: String(plan),
      groupPlan: String(groupPlan),
    },
    plans: { event: { ...payment, amount: 10 }, group: { ...payment, amount: owed + 10 } },
  };
}

type Row = [OperationName, (world: Setting) => Omit<CallInput, "as">];

/** Whether an operation needs membership is clear from who may do it, except for these. */
const EXCEPTIONS: Partial<Record<OperationName, boolean>> = {
  // By the one who invited, too, and that was a member.
  ignoreGroupRequest: true,
  // Between two people; a member can be removed only if nothing is open.
  acceptFriendRequest: false,
  ignoreFriendRequest: false,
  unblockUser: false,
  settleUp: false,
  undoSettleUp: false,
  // Of one's own.
  endSession: false,
  removePushDevice: false,
  revokeOwnLink: false,
  revokeToken: false,
  // By people who are not members yet.
  claimPreview: false,
  claimGuest: false,
  declineClaim: false,
  // Only by the creator, who cannot be removed.
  deleteGroup: false,
  restoreGroup: false,
};

const needsMembership = (name: OperationName) => EXCEPTIONS[name] ?? isClosedToOthers(name);
const MEMBERS = (Object.keys(operations) as OperationName[])
  .filter(needsMembership)
  .map((name): Row => [name, ({ leavers }) => OPERATIONS[name].request(leavers, "member")]);
const isRead = ([name]: Row) => operations[name].method === "GET";
const MEMBERS_READS = MEMBERS.filter(isRead);
const MEMBERS_WRITES: Row[] = [
  ...MEMBERS.filter((row) => !isRead(row)),
  ["settle", ({ settled }) => ({ params: { id: settled }, body: { settled: false } })],
];

/** More than any call sends. */
const POSITIONS = 60;

async function expectNothingLeft({ ids, leaver }: Setting): Promise<void> {
  const { groups, groupRequests, links } = await collections();
  const group = await groups.findOne({ _id: new ObjectId(ids.group) });
  expect(group?.members.map(String)).not.toContain(leaver.id);
  expect(await links.countDocuments({ createdBy: leaver._id })).toBe(0);
  expect(await groupRequests.countDocuments({ from: leaver._id })).toBe(0);
}

test.each(cases(MEMBERS_WRITES))(
  "%s writes nothing after the member has been removed",
  async (name, request) => {
    let refused = 0;
    for (let position = 0; position < POSITIONS; position += NEXT_POSITION) {
      const world = await restored();
      const { leaver, people, ids } = world;
      let removed: unknown;
      const result = await interleave(
        position,
        () => call(name, { as: leaver, ...request(world) }),
        async () => {
          const response = await call("removeMember", {
            as: people.creator,
            params: { groupId: ids.group },
            body: { userId: leaver.id },
          });
          removed = await dump();
          return response;
        },
      );
      if (!result) break;
      // Nobody is removed to whom something is owed.
      const owed = name === "recordPayment" && result.call.status === 201;
      if (owed) expect(result.other.status).toBe(409);
      else if (result.otherFirst) {
        expect(result.other.status).toBe(200);
        expect(await dump()).toEqual(removed);
        // What was committed before is answered; only its names had yet to be read.
        if (result.call.status !== 404)
          expect([result.call.status < 300, position > 0]).toEqual([true, true]);
        else refused += 1;
      }
      if (result.other.status === 200) await expectNothingLeft(world);
      expect(position).toBeLessThan(POSITIONS - 1);
    }
    expect(refused).toBeGreaterThan(0);
  },
);

test.each(cases(MEMBERS_READS))(
  "%s returns 404 after the member has been removed, or data read before",
  async (name, request) => {
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    for (let position = 0; position < POSITIONS; position += NEXT_POSITION) {
      const world = await restored();
      const { leaver, people, ids } = world;
      const held = () => call(name, { as: leaver, ...request(world) }).catch((error: unknown) => error);
      const result = await interleave(position, held, () =>
        call("removeMember", {
          as: people.creator,
          params: { groupId: ids.group },
          body: { userId: leaver.id },
        }),
      );
      if (!result) {
        expect(position).toBeGreaterThan(0);
        break;
      }
      // A read takes no locks, so the removal has finished. Data read before it may be answered, or the read fails.
      const allowed = position === 0 ? [404] : [200, 404];
      expect(allowed).toContain((result.call as ApiResponse | AppError).status);
      expect(position).toBeLessThan(POSITIONS - 1);
    }
    log.mockRestore();
  },
);

const INVITING: Row[] = [
  [
    "inviteToGroup",
    ({ ids, friendOfAll }) => ({ params: { groupId: ids.group }, body: { toUserId: friendOfAll.id } }),
  ],
  ["createGroup", ({ friendOfAll }) => ({ body: { title: "Late", icon: ICON, members: [friendOfAll.id] } })],
];

/** The requests of a person while they are being blocked, or while the friendship ends. */
async function expectNothingAfter(
  position: number,
  held: () => Promise<ApiResponse>,
  ending: () => Promise<ApiResponse>,
  refusal: number,
): Promise<"refused" | "done" | "over"> {
  let ended: unknown;
  const result = await interleave(position, held, async () => {
    const response = await ending();
    ended = await dump();
    return response;
  });
  if (!result) return "over";
  expect(result.other.status).toBe(200);
  if (result.otherFirst) expect(await dump()).toEqual(ended);
  return result.call.status === refusal ? "refused" : "done";
}

async function expectRefusals(attempt: (position: number) => Promise<"refused" | "done" | "over">) {
  const outcomes: string[] = [];
  for (let position = 0; position < POSITIONS; position += NEXT_POSITION) {
    outcomes.push(await attempt(position));
    if (outcomes.at(-1) === "over") break;
  }
  expect(outcomes[0]).toBe("refused");
  expect(outcomes).toContain("over");
}

const ENDING: Row[] = [
  ["revokeLink", ({ ids }) => ({ params: { groupId: ids.group, linkId: ids.link } })],
  ["deleteGroup", ({ ids }) => ({ params: { groupId: ids.group } })],
];

test.each(ENDING)("joinByLink during %s", async (name, request) => {
  await expectRefusals(async (position) => {
    const world = await restored();
    return expectNothingAfter(
      position,
      () => call("joinByLink", { as: world.people.stranger, params: { token: world.token }, body: {} }),
      () => call(name, { as: world.people.creator, ...request(world) }),
      404,
    );
  });
});

test.each(INVITING)("%s while the friendship is being ended", async (name, request) => {
  await expectRefusals(async (position) => {
    const world = await restored();
    const { friendOfAll, people } = world;
    return expectNothingAfter(
      position,
      () => call(name, { as: people.creator, ...request(world) }),
      () => call("deleteFriend", { as: friendOfAll, params: { friendId: people.creator.id } }),
      422,
    );
  });
});

const TOWARD: [OperationName, number, Row[1]][] = [
  ["sendFriendRequest", 404, ({ stalker }) => ({ body: { to: stalker.target.id } })],
  ["acceptFriendRequest", 404, ({ stalker }) => ({ params: { id: stalker.request } })],
  [
    "createGroup",
    422,
    ({ stalker }) => ({ body: { title: "Late", icon: ICON, members: [stalker.friend.id] } }),
  ],
];

test.each(TOWARD)("%s while the person is being blocked", async (name, refusal, request) => {
  await expectRefusals(async (position) => {
    const world = await restored();
    const { member } = world.people;
    const victim = {
      sendFriendRequest: world.stalker.target,
      acceptFriendRequest: world.stalker.asker,
      createGroup: world.stalker.friend,
    }[name as "createGroup"];
    const outcome = await expectNothingAfter(
      position,
      () => call(name, { as: member, ...request(world) }),
      () => call("blockUser", { as: victim, body: { blockedId: member.id } }),
      refusal,
    );
    if (outcome === "over") return outcome;
    const { friendships, groupRequests } = await collections();
    const between = await friendships.find({ users: { $all: [member._id, victim._id] } }).toArray();
    expect(between.map(({ status }) => status)).toEqual(["blocked"]);
    expect(await groupRequests.countDocuments({ from: member._id, to: victim._id })).toBe(0);
    return outcome;
  });
});

type DeletedRow = [
  what: string,
  refusals: number[],
  held: (world: Setting) => Promise<ApiResponse>,
  deleted: (world: Setting) => Viewer,
];

const DELETED: DeletedRow[] = [
  [
    "they send a friend request",
    [404],
    ({ stalker }) => call("sendFriendRequest", { as: stalker.friend, body: { to: stalker.target.id } }),
    ({ stalker }) => stalker.friend,
  ],
  [
    "they get a friend request",
    [404],
    ({ stalker }) => call("sendFriendRequest", { as: stalker.friend, body: { to: stalker.target.id } }),
    ({ stalker }) => stalker.target,
  ],
  [
    "their request is accepted",
    [404],
    ({ stalker, people }) =>
      call("acceptFriendRequest", { as: people.member, params: { id: stalker.request } }),
    ({ stalker }) => stalker.asker,
  ],
  [
    "they create a group",
    [422],
    ({ friendOfAll, leaver }) =>
      call("createGroup", { as: leaver, body: { title: "Late", icon: ICON, members: [friendOfAll.id] } }),
    ({ leaver }) => leaver,
  ],
  [
    "they restore a group without other members, which is deleted with their account",
    [404],
    ({ stalker }) => call("restoreGroup", { as: stalker.friend, params: { groupId: stalker.alone } }),
    ({ stalker }) => stalker.friend,
  ],
  [
    "they are invited",
    [422],
    ({ ids, people, friendOfAll }) =>
      call("inviteToGroup", {
        as: people.member,
        params: { groupId: ids.group },
        body: { toUserId: friendOfAll.id },
      }),
    ({ friendOfAll }) => friendOfAll,
  ],
  [
    "they accept an invitation",
    [404],
    ({ bystander, leavers }) =>
      call("acceptGroupRequest", { as: bystander, params: { id: leavers.ids.invitation } }),
    ({ bystander }) => bystander,
  ],
  [
    "an expense is shared with them",
    [422],
    ({ ids, people, leaver }) =>
      call("createExpense", {
        as: people.creator,
        body: { eventId: ids.event, description: "Late", amount: 8, splitWith: [leaver.id] },
      }),
    ({ leaver }) => leaver,
  ],
];

test.each(cases(DELETED))("an account is deleted while %s", async (_what, refusals, held, deleted) => {
  const outcomes: number[] = [];
  for (let position = 0; position < POSITIONS; position += NEXT_POSITION) {
    const world = await restored();
    let gone: unknown;
    const result = await interleave(
      position,
      () => held(world),
      async () => {
        const response = await call("deleteAccount", { as: deleted(world) });
        gone = await dump();
        return response;
      },
    );
    if (!result) break;
    outcomes.push(result.call.status);
    if (result.otherFirst) expect(await dump()).toEqual(gone);
    if (result.other.status !== 200) continue;
    // Only the history of groups still mentions them.
    const user = deleted(world)._id;
    const { friendships, groupRequests, groups, settlements } = await collections();
    expect(await friendships.countDocuments({ users: user })).toBe(0);
    expect(await groupRequests.countDocuments({ $or: [{ to: user }, { from: user }] })).toBe(0);
    expect(await groups.countDocuments({ members: user, deletedAt: null })).toBe(0);
    expect(await settlements.countDocuments({ users: user, settled: false })).toBe(0);
  }
  expect(refusals).toContain(outcomes[0]);
  expect(outcomes.length).toBeLessThan(POSITIONS);
});
