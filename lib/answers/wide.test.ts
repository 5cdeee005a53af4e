import type { Viewer } from "@/lib/server/access";
import { collections } from "@/lib/db/collections";
import { writeBulk } from "@/lib/seed/write-bulk";
import { useTestDatabase } from "@/testing/database";
import { loadGroupPage } from "./groups";
import { loadGroupPlanPage } from "./plans";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// A group of 200 people with an event in which nearly everyone owes everyone else.

let creator: Viewer;
let groupId: string;

beforeAll(async () => {
  await writeBulk({ people: 200, members: 200, groups: 1, events: 1, expenses: 300 }, 9, () => undefined);
  const { groups, users } = await collections();
  const group = (await groups.findOne())!;
  groupId = group._id.toHexString();
  const { _id, name, email = "" } = (await users.findOne({ _id: group.createdBy }))!;
  creator = { _id, id: _id.toHexString(), name, email, picture: "" };
});

test("a plan of the group is offered only where it can be used", async () => {
  const sentence =
    "More than 5,000 payments are open, too many to replace at once. Settle some of them first.";
  expect((await loadGroupPage(creator, groupId)).planSize).toBe(sentence);
  await expect(loadGroupPlanPage(creator, groupId)).rejects.toMatchObject({
    ...{ code: "conflict", message: sentence },
  });
});
