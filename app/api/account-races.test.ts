import { ObjectId } from "mongodb";
import type { NewToken } from "@/lib/contract/account";
import { collections } from "@/lib/db/collections";
import { NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { call, done } from "@/testing/api/call";
import { useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aGroup, anEvent, aPerson } from "@/testing/people";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

beforeAll(() => {
  process.env.RATE_LIMITS_OFF = "true";
});

test("deleting an account holds off others in its groups from its first write on, so that they cannot delay it", async () => {
  const ben = await aPerson("Ben");
  const othersFirst: boolean[] = [];
  for (let position = 0; ; position += NEXT_POSITION) {
    const ana = await aPerson("Ana");
    const params = { groupId: String(await aGroup("Flat", [ben, ana])) };
    const tried = await interleave(
      position,
      () => done("deleteAccount", ana, {}),
      () => done("addGuest", ben, { params, body: { name: "Gus" } }),
    );
    if (!tried) break;
    othersFirst.push(tried.otherFirst);
  }
  expect(othersFirst.length).toBeGreaterThan(2);
  expect(othersFirst).toEqual([true, ...othersFirst.slice(1).map(() => false)]);
});

test("a write whose token is revoked meanwhile is made as a whole or not at all, as with a session", async () => {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const eventId = String(await anEvent(await aGroup("Trip", [ana, ben]), "Day", [ana, ben]));
  const { expenses } = await collections();
  const statuses: number[] = [];
  for (let position = 0; position < 40; position += NEXT_POSITION) {
    const script = { name: "Script", scope: "write" };
    const { _id: tokenId, token } = await done<NewToken>("createToken", ana, { body: script });
    const headers = { authorization: `Bearer ${token}` };
    const before = await expenses.countDocuments({ eventId: new ObjectId(eventId) });
    const body = { eventId, description: "Tea", amount: 4, splitWith: [ana.id, ben.id] };
    const result = await interleave(
      position,
      () => call("createExpense", { as: null, body, headers }),
      () => call("revokeToken", { as: ana, params: { tokenId } }),
    );
    const after = await expenses.countDocuments({ eventId: new ObjectId(eventId) });
    if (!result) break;
    statuses.push(result.call.status);
    expect(after - before).toBe(result.call.status === 201 ? 1 : 0);
    expect((await call("listGroups", { as: null, headers })).status).toBe(401);
  }
  expect(statuses[0]).toBe(401);
  expect(statuses.slice(1).every((status) => status === 201)).toBe(true);
  expect(statuses.length).toBeGreaterThan(2);
});
