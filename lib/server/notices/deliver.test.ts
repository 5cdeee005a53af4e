import { ObjectId } from "mongodb";
import { createExpense } from "@/lib/db/expenses";
import { collections } from "@/lib/db/collections";
import { makeNotices } from "@/lib/db/notices/outbox";
import { saveNoticeSettings } from "@/lib/db/notices/settings";
import type { Viewer } from "@/lib/server/access";
import { useTestDatabase } from "@/testing/database";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { deliverDue, type Targets } from "./deliver";

useTestDatabase();

const HOUR = 60;
let ana: Viewer, ben: Viewer, cleo: Viewer;
let sent: string[];
beforeEach(async () => {
  await (await collections()).notices.deleteMany({});
  [ana, ben, cleo] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cleo")];
  for (const one of [ben, cleo]) await saveNoticeSettings(one._id, { push: ["charged"] });
  const groupId = await aGroup("Lisbon", [ana, ben, cleo]);
  const eventId = await anEvent(groupId, "A $12 lunch", [ana, ben, cleo]);
  await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: ana._id,
    description: "Dinner",
    cents: 3_000,
    splitWith: [ana._id, ben._id, cleo._id],
  });
  await makeNotices(new Date());
  sent = [];
});

/** Each person has one device. */
const devices = (send: (name: string) => Promise<"sent" | "failed">): Targets => ({
  push: async ({ _id, name }) => [
    {
      id: _id.toHexString(),
      send: async ({ title }) => {
        const result = await send(name);
        if (result === "sent") sent.push(`${name}: ${title}`);
        return result;
      },
    },
  ],
  email: async () => [],
});
const works = devices(async () => "sent");
const later = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
const due = async () => (await collections()).notices.countDocuments({ sendAt: { $exists: true } });

async function everyMinutes(step: number, until: number, targets: Targets): Promise<void> {
  for (let minute = 11; minute < until; minute += step) await deliverDue(targets, later(minute));
}

test("one that cannot be sent stops no other, is not read again at once, and ends", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const { users } = await collections();
  // As of a version that knows more time zones.
  const settings = { quiet: { from: 0, until: 60 }, timeZone: "Mars/Olympus", push: ["charged" as const] };
  await users.updateOne({ _id: ben._id }, { $set: { notices: settings } });
  await deliverDue(works, later(11));
  await deliverDue(works, later(12));
  expect([sent, await due(), log.mock.calls.length]).toEqual([["Cleo: A $12 lunch"], 1, 1]);
  await everyMinutes(HOUR, 80 * HOUR, works);
  expect([sent.length, await due()]).toEqual([1, 0]);
});

test("a device that throws stops no other, and is not tried forever", async () => {
  jest.spyOn(console, "error").mockImplementation(() => {});
  let tries = 0;
  const throwing = devices(async (name) => {
    if (name === "Cleo") return "sent";
    tries++;
    throw new Error("A driver has ended.");
  });
  await everyMinutes(3, 2 * HOUR, throwing);
  expect([sent, await due()]).toEqual([["Cleo: A $12 lunch"], 0]);
  expect(tries).toBeLessThan(16);
});

test("quiet hours that nearly never end send nothing, and not later either", async () => {
  const quiet = { from: 0, until: 23 * 60 + 59 };
  await saveNoticeSettings(ben._id, { push: ["charged"], quiet, timeZone: "UTC" });
  await saveNoticeSettings(cleo._id, { push: ["charged"], quiet: { from: 60, until: 60 }, timeZone: "UTC" });
  // At noon of each day, as a scheduler that calls once.
  const noon = new Date();
  noon.setUTCHours(36, 0, 0, 0);
  for (let day = 0; day < 5; day++)
    await deliverDue(works, () => new Date(noon.getTime() + day * 24 * HOUR * 60_000));
  expect([sent, await due()]).toEqual([["Cleo: A $12 lunch"], 0]);
});

test("a slow device holds up nobody else", async () => {
  let release = () => {};
  const isSent = new Promise<void>((resolve) => (release = resolve));
  const slow = devices(async (name) => {
    if (name === "Ben") await isSent;
    else release();
    return "sent";
  });
  await deliverDue(slow, later(11));
  expect(sent.toSorted()).toEqual(["Ben: A $12 lunch", "Cleo: A $12 lunch"]);
});

test("without a device, nothing is sent, and nothing waits; a title hides its amounts", async () => {
  await saveNoticeSettings(cleo._id, { push: ["charged"], hideAmounts: true });
  const none: Targets = {
    ...works,
    push: async (user) => (user._id.equals(ben._id) ? [] : works.push(user)),
  };
  await deliverDue(none, later(11));
  expect([sent, await due()]).toEqual([["Cleo: A … lunch"], 0]);
  const { notices } = await collections();
  expect((await notices.find({ sentAt: { $exists: true } }).toArray()).map(({ userId }) => userId)).toEqual([
    cleo._id,
  ]);
});

test("what was not sent anywhere holds up nothing, and what was sent to one device is tried again on the other", async () => {
  const { notices } = await collections();
  const none: Targets = { ...works, push: async () => [] };
  await deliverDue(none, later(11));
  const [told] = await notices.find({ userId: ben._id }).toArray();
  const next = (minute: number) =>
    notices.insertOne({ ...told!, _id: new ObjectId(), sendAt: later(minute)(), openUntil: later(minute)() });
  await next(12);
  let hasLaptop = false;
  const two: Targets = {
    ...works,
    push: async (user) => [
      ...(await works.push(user)),
      { id: "laptop", send: async () => (hasLaptop ? (sent.push("laptop"), "sent") : "failed") },
    ],
  };
  await deliverDue(two, later(12));
  await deliverDue(two, later(13));
  // An event is told of at most once in ten minutes, also while a device has not got it yet.
  await next(14);
  await deliverDue(two, later(14));
  expect(sent).toEqual(["Ben: A $12 lunch"]);
  hasLaptop = true;
  await deliverDue(two, later(18));
  expect(sent).toEqual(["Ben: A $12 lunch", "laptop"]);
  await deliverDue(two, later(27));
  expect(sent).toHaveLength(2);
  await deliverDue(two, later(28));
  expect(sent).toHaveLength(4);
});

test("most of what is due waits for the next time when it takes too long", async () => {
  const { notices } = await collections();
  const [one] = await notices.find({ userId: ben._id }).toArray();
  const many = Array.from({ length: 200 }, () => ({ ...one!, _id: new ObjectId(), eventId: new ObjectId() }));
  await notices.insertMany(many);
  let time = Date.now() + 11 * 60_000;
  await deliverDue(works, () => new Date((time += 5_000)));
  expect(await due()).toBeGreaterThan(100);
  await deliverDue(works, later(30));
  expect(await due()).toBe(0);
});
