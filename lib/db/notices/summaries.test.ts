import { ObjectId } from "mongodb";
import { collections } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import type { Viewer } from "@/lib/server/access";
import { noticesView } from "@/lib/views/notices";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { saveNoticeSettings } from "./settings";
import { makeSummaries } from "./summaries";

useTestDatabase();

const texts = async (of: Viewer) =>
  (await noticesView(of)).rows.filter(({ kind }) => kind === "summary").map(({ text }) => text);

/** As if the person had asked for the summary in this month. */
async function asked(person: Viewer, timeZone: string, last: string) {
  await saveNoticeSettings(person._id, { email: ["summary"], timeZone });
  const { users } = await collections();
  await users.updateOne({ _id: person._id }, { $set: { "notices.summaryOf": last } });
}

test("the summary of a month comes once, when the month is over where the person is", async () => {
  const [ana, ben, cleo] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cleo")];
  const groupId = await aGroup("Lisbon", [ana, ben, cleo]);
  const eventId = await anEvent(groupId, "Weekend", [ana, ben, cleo]);
  for (const [day, cents] of [
    ["2026-10-31", 100],
    ["2026-11-01", 6_000],
    ["2026-11-30", 3_000],
  ] as const)
    await createExpense({
      _id: new ObjectId(),
      eventId,
      recorder: ana._id,
      description: "Dinner",
      cents,
      splitWith: [ana._id, ben._id],
      day: new Date(day),
    });
  await asked(ana, "Pacific/Kiritimati", "2026-10");
  await asked(ben, "America/Los_Angeles", "2026-10");
  await makeSummaries(new Date("2026-11-30T09:59:00Z"));
  expect(await texts(ana)).toEqual([]);
  const now = new Date("2026-11-30T10:00:00Z");
  await Promise.all([makeSummaries(now), makeSummaries(now)]);
  expect(await texts(ana)).toEqual(["Your share for November was $45.00. You are owed $45.50."]);
  expect(await texts(ben)).toEqual([]);
  await makeSummaries(new Date("2026-12-01T08:00:00Z"));
  await makeSummaries(new Date("2026-12-20T08:00:00Z"));
  expect(await texts(ana)).toHaveLength(1);
  expect(await texts(ben)).toEqual(["Your share for November was $45.00. You owe $45.50."]);
  expect(await texts(cleo)).toEqual([]);
});

test("who asks for it now is not told of the months before, and keeps their place by saving again", async () => {
  const ana = await aPerson("Ana");
  await saveNoticeSettings(ana._id, { push: ["summary"] });
  await makeSummaries(new Date());
  expect(await texts(ana)).toEqual([]);
  await asked(ana, "UTC", "2026-01");
  await saveNoticeSettings(ana._id, { push: ["summary", "paid"] });
  await makeSummaries(new Date());
  expect(await texts(ana)).toHaveLength(1);
  await saveNoticeSettings(ana._id, { push: ["paid"] });
  const { users } = await collections();
  expect((await users.findOne({ _id: ana._id }))!.notices).not.toHaveProperty("summaryOf");
});
