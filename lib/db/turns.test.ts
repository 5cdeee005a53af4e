import type { ObjectId } from "mongodb";
import { MongoServerError } from "mongodb";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aPerson } from "@/testing/people";
import type { Viewer } from "@/lib/server/access";
import { withTransaction } from "./collections";
import { lockGroup } from "./groups";
import { takeTurn, turns } from "./turns";

useTestDatabase();

const { waitMs } = turns;
let ana: Viewer;
let groupId: ObjectId;

beforeEach(async () => {
  ana = await aPerson("Ana");
  groupId = await aGroup("Trip", [ana]);
});
afterEach(() => {
  turns.waitMs = waitMs;
  expect(turns.last.size).toBe(0);
});

/** What MongoDB answers to a transaction that meets another one. */
function conflict(): MongoServerError {
  const error = new MongoServerError({ message: "conflict", code: 112 });
  error.addErrorLabel("TransientTransactionError");
  return error;
}

test("the writers of a group are served in the order in which they came, also one that has to repeat", async () => {
  const served: number[] = [];
  let conflicts = 3;
  const write = (writer: number) =>
    withTransaction(async (session) => {
      await lockGroup(ana._id, groupId, session);
      if (writer === 2 && conflicts-- > 0) throw conflict();
      served.push(writer);
    });
  await Promise.all([1, 2, 3, 4, 5, 6].map(write));
  expect(served).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a writer that fails lets the next one go on", async () => {
  const write = (fails: boolean) =>
    withTransaction(async (session) => {
      await lockGroup(ana._id, groupId, session);
      if (fails) throw new Error("failed");
    });
  const [failed, done] = await Promise.allSettled([write(true), write(false)]);
  expect([failed.status, done.status]).toEqual(["rejected", "fulfilled"]);
});

test("nobody waits forever for a writer that hangs, and its turn ends with it", async () => {
  turns.waitMs = 20;
  let release = () => {};
  const hanging = withTransaction(async (session) => {
    await takeTurn(session, "key");
    await new Promise<void>((resolve) => (release = resolve));
  });
  const next = () => withTransaction((session) => takeTurn(session, "key"));
  await Promise.all([next(), next()]);
  release();
  await hanging;
  // The place of those that did not wait has ended, too.
  await next();
});

test("who has locked something does not wait", async () => {
  const other = await aGroup("Other", [ana]);
  let release = () => {};
  const first = withTransaction(async (session) => {
    await takeTurn(session, groupId.toHexString());
    await new Promise<void>((resolve) => (release = resolve));
  });
  await withTransaction(async (session) => {
    await lockGroup(ana._id, other, session);
    await lockGroup(ana._id, groupId, session);
  });
  release();
  await first;
});
