import { ObjectId } from "mongodb";
import { createExpense } from "@/lib/db/expenses";
import { addComment } from "@/lib/db/activity/comments";
import { collections } from "@/lib/db/collections";
import { listDue, makeDueOccurrences } from "@/lib/db/series/make";
import { makeNotices } from "@/lib/db/notices/outbox";
import { saveNoticeSettings } from "@/lib/db/notices/settings";
import { sendAfterWrites } from "@/lib/server/notices";
import { afterWrite } from "@/lib/server/notices/after-write";
import { targets } from "@/lib/server/notices/targets";
import type { Viewer } from "@/lib/server/access";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { runDueJobs, runJobsRegularly } from ".";
import { backUpDaily } from "./daily-backup";

jest.mock("@/lib/db/series/make", () => ({
  ...jest.requireActual("@/lib/db/series/make"),
  listDue: jest.fn(async () => [{}]),
  makeDueOccurrences: jest.fn(async () => undefined),
}));
jest.mock("@/lib/server/notices/targets", () => ({
  targets: { push: jest.fn(async () => []), email: jest.fn(async () => []) },
}));
jest.mock("@/lib/db/notices/outbox", () => {
  const actual = jest.requireActual("@/lib/db/notices/outbox");
  return { ...actual, makeNotices: jest.fn(actual.makeNotices) };
});
jest.mock("./daily-backup", () => ({ backUpDaily: jest.fn(async () => undefined) }));

useTestDatabase();

let ana: Viewer, ben: Viewer, expense: ObjectId;
beforeEach(async () => {
  process.env.BACKUP_DIR = "/nowhere";
  [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  await saveNoticeSettings(ben._id, { push: ["comment"] });
  const groupId = await aGroup("Lisbon", [ana, ben]);
  const eventId = await anEvent(groupId, "Weekend", [ana, ben]);
  const people = { recorder: ana._id, splitWith: [ana._id, ben._id] };
  ({ _id: expense } = await createExpense({
    _id: new ObjectId(),
    eventId,
    description: "Dinner",
    cents: 3_000,
    ...people,
  }));
});
afterEach(() => {
  delete process.env.BACKUP_DIR;
});

const told = async () => (await collections()).notices.countDocuments({ userId: ben._id });

test("notices that fail stop neither the series nor the backup, and the reverse", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  jest.mocked(makeNotices).mockRejectedValueOnce(new Error("No notices."));
  await expect(runDueJobs()).rejects.toThrow("No notices.");
  expect(jest.mocked(makeDueOccurrences)).toHaveBeenCalledTimes(1);
  if (!process.env.TEST_MONGODB_URI) expect(jest.mocked(backUpDaily)).toHaveBeenCalledTimes(1);

  jest.mocked(listDue).mockRejectedValueOnce(new Error("No series."));
  jest.mocked(backUpDaily).mockRejectedValueOnce(new Error("No backup."));
  await expect(runDueJobs()).rejects.toThrow("No series.");
  expect(await told()).toBe(1);
  log.mockRestore();
});

test.each([
  ["a process that stays does the scheduled work", "", 1],
  ["a function, whose host stops it at any moment, leaves it to the scheduler", "1", 0],
])("by itself, %s", async (_, VERCEL, times) => {
  jest.mocked(listDue).mockClear();
  process.env.VERCEL = VERCEL;
  await runJobsRegularly().finally(() => delete process.env.VERCEL);
  expect(jest.mocked(listDue)).toHaveBeenCalledTimes(times);
});

test("a slow channel does not hold up the notices of the next write", async () => {
  await (await collections()).notices.deleteMany({});
  const until = async (done: () => Promise<boolean>) => {
    for (let round = 0; round < 150; round++) {
      if (await done()) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error("It has not happened.");
  };
  let release = () => {};
  const slow = new Promise<void>((resolve) => (release = resolve));
  jest.mocked(targets.push).mockImplementation(async () => (await slow, []));
  sendAfterWrites();
  afterWrite();
  await until(async () => (await told()) === 1);
  const { notices } = await collections();
  await notices.updateMany({}, { $set: { sendAt: new Date(0), kind: "comment" } });
  await addComment(ana._id, expense, "One");
  afterWrite();
  await until(async () => jest.mocked(targets.push).mock.calls.length > 0);
  await addComment(ana._id, expense, "Two");
  afterWrite();
  const both = until(async () => (await notices.findOne({ activities: { $size: 2 } })) !== null);
  await both.finally(release);
  await until(async () => (await notices.countDocuments({ sending: { $exists: true } })) === 0);
});
