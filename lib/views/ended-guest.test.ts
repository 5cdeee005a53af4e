import type { ObjectId } from "mongodb";
import { collections } from "@/lib/db/collections";
import { removeMember } from "@/lib/db/groups";
import type { Viewer } from "@/lib/server/access";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aGuest, aPerson } from "@/testing/people";
import { endedGuest } from "./guests";

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let nina: Viewer;
let groupId: ObjectId;

beforeEach(async () => {
  [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  groupId = await aGroup("Trip", [ana, ben]);
  nina = await aGuest(ben, groupId, "Nina");
});

const told = async (sub: string) =>
  (await endedGuest({ sub, sid: "64b000000000000000000008" }))?.message.replace(/[\u2068\u2069]/g, "") ??
  null;

test("a guest reads who can make a new link", async () => {
  expect(await told(nina.id)).toBe("Your session as Nina has ended. Ask Ana for a new link.");
});

test("if who created the group has deleted their account, any member can", async () => {
  const { groups } = await collections();
  await groups.updateOne({ _id: groupId }, { $pull: { members: ana._id } });
  expect(await told(nina.id)).toBe(
    "Your session as Nina has ended. Ask a member of the group for a new link.",
  );
});

test("nobody else reads anything of a group", async () => {
  await removeMember(ana._id, groupId, nina._id);
  expect(await told(nina.id)).toBeNull();
  expect(await told(ana.id)).toBeNull();
  expect(await told("64b000000000000000000009")).toBeNull();
  expect(await told("no id")).toBeNull();
});
