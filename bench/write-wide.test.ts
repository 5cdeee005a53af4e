import { collections } from "@/lib/db/collections";
import { expectSound } from "@/testing/violations";
import { useTestDatabase } from "@/testing/database";
import { writeWide } from "./write-wide";

useTestDatabase();

test("wide data is one person in every group, with an open payment with everyone at each event, and satisfies the laws", async () => {
  const person = await writeWide({ groups: 4, events: 3 }, 5);
  const { groups, settlements } = await collections();
  expect(await groups.countDocuments({ members: person })).toBe(4);
  expect(await settlements.countDocuments({ users: person, settled: false })).toBe(4 * 3 * 10);
  await expectSound();
});
