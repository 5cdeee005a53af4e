import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { NEXT_POSITION } from "@/packages/embedded-mongodb/src/testing/runs";
import { useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { deleteAccount } from "../account/delete";
import { addComment } from "../activity/comments";
import { collections } from "../collections";
import { createExpense } from "../expenses";
import { removeMember } from "../groups";
import { acceptFriendship, requestFriendship } from "../requests/friend";
import { settle } from "../settlements";
import { makeNotices } from "./outbox";
import { remind } from "./remind";

useTestDatabase();

let ana: Viewer, ben: Viewer, groupId: ObjectId, debt: ObjectId, request: ObjectId;
/** Ben owes Ana nothing any more, and has not been told of a comment yet. */
async function setUp(settled: boolean) {
  [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  groupId = await aGroup("Lisbon", [ana, ben]);
  const eventId = await anEvent(groupId, "Weekend", [ana, ben]);
  const { _id } = await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: ana._id,
    description: "Dinner",
    cents: 2_000,
    splitWith: [ana._id, ben._id],
  });
  const { settlements } = await collections();
  debt = (await settlements.findOne({ eventId }))!._id;
  while (await makeNotices(new Date()));
  if (settled) await settle(ben._id, debt);
  await addComment(ana._id, _id, "Hello");
  request = (await requestFriendship(ben._id, ana._id))._id;
}

const leave = () => removeMember(ben._id, groupId, ben._id);
const tell = () => makeNotices(new Date());
const gone = () => deleteAccount(ben._id);
const settleAndLeave = async () => {
  await settle(ben._id, debt);
  await leave();
};
const settleAndDelete = async () => {
  await settle(ben._id, debt);
  await deleteAccount(ben._id);
};

test.each([
  ["makeNotices during a removal", true, leave, tell],
  ["a removal during makeNotices", true, tell, leave],
  ["makeNotices during the deletion of an account", true, gone, tell],
  ["the deletion of an account during makeNotices", true, tell, gone],
  ["the deletion of an account during an acceptance", true, () => acceptFriendship(ana._id, request), gone],
  [
    "the deletion of an account during a friend request",
    true,
    () => requestFriendship(ana._id, ben._id),
    gone,
  ],
  ["a removal during a reminder", false, () => remind(ana._id, debt), settleAndLeave],
  ["the deletion of an account during a reminder", false, () => remind(ana._id, debt), settleAndDelete],
])("%s leaves no notice to whoever is gone", async (_, settled, held, other) => {
  const { groups, notices } = await collections();
  for (let position = 0; position < 40; position += NEXT_POSITION) {
    await setUp(settled);
    // What is refused changes nothing.
    const result = await interleave<unknown, unknown>(position, () => held().catch(() => null), other);
    await tell();
    if (!result) break;
    expect((await groups.findOne({ _id: groupId }))!.members).toEqual([ana._id]);
    expect([position, await notices.find({ userId: ben._id }).toArray()]).toEqual([position, []]);
    expect(position).toBeLessThan(39);
  }
});

test("two servers that make the same notices at the same time tell once", async () => {
  const { notices } = await collections();
  for (let position = 0; ; position += NEXT_POSITION) {
    await setUp(false);
    const result = await interleave(position, tell, tell);
    const told = await notices.find({ userId: ben._id, kind: "comment" }).toArray();
    expect([position, told.flatMap(({ activities }) => activities).length]).toEqual([position, 1]);
    if (!result) break;
  }
});
