import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/access";
import { collections } from "@/lib/db/collections";
import type { OperationName } from "@/lib/schemas/operations";
import { clearDatabase, useTestDatabase } from "@/lib/testing/database";
import { interleave } from "@/lib/testing/interleave";
import { call, type CallInput } from "./_testing/call";
import { buildWorld, dump, ICON, type World } from "./_testing/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/lib/testing/session"));

useTestDatabase();

beforeAll(() => {
  process.env.RATE_LIMITS_OFF = "true";
});

// Rights end at once: a call that is under way when its right ends writes nothing any more, at whichever of its
// database commands that happens. The other call is either over before, or it waits for the first and comes after it.

type Setting = World & { own: { event: string; expense: string; invitation: string } };

/** A world in which "late" has things of their own to change, and nothing unsettled: they can be removed. */
async function setting(): Promise<Setting> {
  await clearDatabase();
  const world = await buildWorld();
  const { leaver: late, friendOfAll } = world;
  const { creator } = world.people;
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
  expect(creator.id).not.toBe(late.id);
  return { ...world, own: { event, expense, invitation } };
}

type Row = [OperationName, (world: Setting) => Omit<CallInput, "as">];

/** Every write that needs membership, by a member who is no creator. */
const MEMBERS_WRITES: Row[] = [
  ["editGroup", ({ ids }) => ({ params: { groupId: ids.group }, body: { title: "Late", icon: ICON } })],
  [
    "inviteToGroup",
    ({ ids, friendOfAll }) => ({ params: { groupId: ids.group }, body: { toUserId: friendOfAll.id } }),
  ],
  [
    "createEvent",
    ({ ids, people }) => ({
      body: { title: "Late", date: "2026-05-01", participants: [people.creator.id], groupId: ids.group },
    }),
  ],
  [
    "editEvent",
    ({ ids, people }) => ({
      params: { eventId: ids.event },
      body: { title: "Late", date: "2026-05-01", participants: [people.creator.id] },
    }),
  ],
  ["deleteEvent", ({ own }) => ({ params: { eventId: own.event } })],
  [
    "createExpense",
    ({ ids, leaver }) => ({
      body: { eventId: ids.event, description: "Late", amount: 8, splitWith: [leaver.id] },
    }),
  ],
  [
    "editExpense",
    ({ own, leaver }) => ({
      params: { expenseId: own.expense },
      body: { description: "Late", amount: 8, splitWith: [leaver.id] },
    }),
  ],
  ["deleteExpense", ({ own }) => ({ params: { expenseId: own.expense } })],
  ["settle", ({ ids }) => ({ params: { id: ids.settlement }, body: { settled: true } })],
  ["ignoreGroupRequest", ({ own }) => ({ params: { id: own.invitation } })],
  ["removeMember", ({ ids, leaver }) => ({ params: { groupId: ids.group }, body: { userId: leaver.id } })],
];

/** More than any call sends. */
const POSITIONS = 20;

async function expectNothingLeft({ ids, leaver }: Setting): Promise<void> {
  const { groups, groupRequests } = await collections();
  const group = await groups.findOne({ _id: new ObjectId(ids.group) });
  expect(group?.members.map(String)).not.toContain(leaver.id);
  expect(await groupRequests.countDocuments({ from: leaver._id })).toBe(0);
}

test.each(MEMBERS_WRITES)("%s while the member is being removed", async (name, request) => {
  let refused = 0;
  for (let position = 0; position < POSITIONS; position++) {
    const world = await setting();
    const { leaver, people, ids } = world;
    let removed: unknown;
    const result = await interleave(
      position,
      () => call(name, { as: leaver, ...request(world) }),
      async () => {
        const answer = await call("removeMember", {
          as: people.creator,
          params: { groupId: ids.group },
          body: { userId: leaver.id },
        });
        removed = await dump();
        return answer;
      },
    );
    if (!result) break;
    if (result.otherFirst) {
      expect(result.other.status).toBe(200);
      expect(await dump()).toEqual(removed);
      // What was committed before is answered; only the names in it were still to be read.
      if (result.call.status !== 404) expect([result.call.status < 300, position > 0]).toEqual([true, true]);
      else refused += 1;
    }
    if (result.other.status === 200) await expectNothingLeft(world);
  }
  expect(refused).toBeGreaterThan(0);
});

const INVITING: Row[] = [
  [
    "inviteToGroup",
    ({ ids, friendOfAll }) => ({ params: { groupId: ids.group }, body: { toUserId: friendOfAll.id } }),
  ],
  ["createGroup", ({ friendOfAll }) => ({ body: { title: "Late", icon: ICON, members: [friendOfAll.id] } })],
];

test.each(INVITING)("%s while the friendship is being ended", async (name, request) => {
  let refused = 0;
  for (let position = 0; position < POSITIONS; position++) {
    const world = await setting();
    const { friendOfAll, people } = world;
    let ended: unknown;
    const result = await interleave(
      position,
      () => call(name, { as: people.creator, ...request(world) }),
      async () => {
        const answer = await call("deleteFriend", {
          as: friendOfAll,
          params: { friendId: people.creator.id },
        });
        ended = await dump();
        return answer;
      },
    );
    if (!result) break;
    expect(result.other.status).toBe(200);
    if (!result.otherFirst) continue;
    expect(await dump()).toEqual(ended);
    if (result.call.status === 422) refused += 1;
  }
  expect(refused).toBeGreaterThan(0);
});
