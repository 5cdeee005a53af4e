import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { CAPS } from "@/lib/core/limits";
import { collections } from "@/lib/db/collections";
import { pairKeyOf } from "@/lib/db/friends";
import { countCommands, countExamined, useTestDatabase } from "@/testing/database";
import { aPerson } from "@/testing/people";
import { loadGroupsPage } from "@/lib/views/groups";
import { requestCounts, loadRequestsPage, groupRequestsView } from "@/lib/views/requests";
import { call } from "@/testing/api/call";
import { ICON } from "@/testing/api/world";

// Groups, invitations, and friend requests are shown by page.

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

/** Only there, a test knows which documents a query examined. */
const embedded = !process.env.TEST_MONGODB_URI;

let ana: Viewer;
let bo: Viewer;
beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  bo = await aPerson("Bo");
});
beforeEach(async () => {
  ana = await aPerson("Ana");
});

const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));
/** Several at the same moment, so that the id decides. */
const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3) * 1000);

async function addGroups(count: number, member: Viewer): Promise<ObjectId[]> {
  const { groups } = await collections();
  const other = await aPerson("Other");
  const rows = many(count, (n) => ({
    _id: new ObjectId(),
    title: `Group ${n}`,
    icon: ICON,
    createdBy: member._id,
    members: [member._id, other._id],
    formerMembers: [],
    createdAt: at(n),
    rev: 0,
    touched: 0,
    deletedAt: null,
  }));
  await groups.insertMany(rows);
  return rows.map(({ _id }) => _id);
}

async function addInvitations(count: number): Promise<void> {
  const { groupRequests } = await collections();
  const groupIds = await addGroups(count, bo);
  await groupRequests.insertMany(
    groupIds.map((groupId, n) => ({
      _id: new ObjectId(),
      groupId,
      from: bo._id,
      to: ana._id,
      createdAt: at(n),
    })),
  );
}

async function addRequests(count: number): Promise<void> {
  const { users, friendships } = await collections();
  const people = many(count, (n) => {
    const _id = new ObjectId();
    return {
      _id,
      name: `Person ${n}`,
      email: `${_id.toHexString()}@example.test`,
      image: null,
      emailVerified: null,
    };
  });
  await users.insertMany(people);
  await friendships.insertMany(
    people.map(({ _id }, n) => ({
      _id: new ObjectId(),
      pair: pairKeyOf(ana._id, _id),
      users: [ana._id, _id],
      requestedBy: _id,
      status: "pending" as const,
      createdAt: at(n),
    })),
  );
}

type Row = { _id: string; createdAt?: string };

describe.each([
  ["listGroups", (count: number) => addGroups(count, ana)],
  ["listGroupRequests", addInvitations],
  ["listFriendRequests", addRequests],
] as const)("%s", (name, add) => {
  const page = async (query: Record<string, string> = {}) => {
    const response = await call(name, { as: ana, query });
    expect(response.status).toBe(200);
    const cursor = response.headers.get("x-next-cursor");
    expect(response.headers.get("link") !== null).toBe(cursor !== null);
    return { rows: response.body as Row[], cursor };
  };

  test("pages add up to the whole list, without gaps or duplicates", async () => {
    await add(11);
    const all = await page();
    expect([all.rows.length, all.cursor]).toEqual([11, null]);
    const seen: Row[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const next: { rows: Row[]; cursor: string | null } = await page({
        limit: "4",
        ...(cursor && { cursor }),
      });
      expect(next.rows.length).toBeLessThanOrEqual(4);
      seen.push(...next.rows);
      cursor = next.cursor;
    }
    expect(seen).toEqual(all.rows);
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(11);
  });

  test("without a cursor, there are the 500 newest, and a cursor of the rest", async () => {
    await add(503);
    const first = await page();
    expect(first.rows).toHaveLength(500);
    expect((await page({ cursor: first.cursor! })).rows).toHaveLength(3);
  });

  test("a malformed cursor and a limit out of range are refused", async () => {
    for (const [field, value] of [
      ["cursor", "nonsense"],
      ["limit", "0"],
      ["limit", "501"],
    ] as const) {
      const query = { [field]: value };
      expect(await call(name, { as: ana, query })).toMatchObject({ status: 422, body: { code: "invalid" } });
    }
  });
});

describe("someone with the most of everything", () => {
  beforeEach(async () => {
    await addGroups(CAPS.groups, ana);
    await addInvitations(CAPS.invitationsReceived);
    await addRequests(CAPS.friendRequestsReceived);
  });

  test.each<[string, () => Promise<unknown>, number]>([
    ["/requests", () => loadRequestsPage(ana), CAPS.friendRequestsReceived],
    ["/groups", () => Promise.all([loadGroupsPage(ana), groupRequestsView(ana)]), 2 * CAPS.groups],
  ])("%s takes few commands and examines few documents", async (_, load, capped) => {
    const { result, commands } = await countCommands(load);
    expect(commands.length).toBeLessThanOrEqual(4);
    expect(JSON.stringify(result).length).toBeLessThan(40_000);
    // For each of 31 rows the row itself and the names in it. The embedded database also sorts what it finds by an
    // index of an array, and counting reads each group.
    if (embedded) expect(await countExamined(load)).toBeLessThanOrEqual(6 * 31 + capped);
  });

  test("the screens show the first rows, and the true numbers", async () => {
    const { friendRequests, groupRequests } = await loadRequestsPage(ana);
    const { groups, nextCursor, groupCount } = await loadGroupsPage(ana);
    for (const rows of [friendRequests.rows, groupRequests.rows, groups]) expect(rows).toHaveLength(30);
    for (const cursor of [friendRequests.nextCursor, groupRequests.nextCursor, nextCursor]) {
      expect(cursor).not.toBeNull();
    }
    expect(groupCount).toBe(500);
    expect(await requestCounts(ana)).toEqual({ total: 400, friend: 200, group: 200, notices: 0 });
  });

  test("the counts stop at the length of a list", async () => {
    await addInvitations(400);
    expect(await requestCounts(ana)).toEqual({ total: 700, friend: 200, group: 500, notices: 0 });
  });
});

test("invitations to a deleted group are neither listed nor counted", async () => {
  await addInvitations(2);
  const { groupRequests } = await collections();
  await groupRequests.updateOne({ to: ana._id }, { $set: { deletedAt: new Date() } });
  expect((await call("listGroupRequests", { as: ana })).body).toHaveLength(1);
  expect((await requestCounts(ana)).group).toBe(1);
});
