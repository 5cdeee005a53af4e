import { ObjectId } from "mongodb";
import { generateVAPIDKeys } from "web-push";
import { NOTICE_KIND_LIST } from "@/lib/core/notices";
import { collections } from "@/lib/db/collections";
import { createExpense } from "@/lib/db/expenses";
import { addPushDevice, listPushDevices } from "@/lib/db/notices/push";
import { saveNoticeSettings } from "@/lib/db/notices/settings";
import { settle } from "@/lib/db/settlements";
import type { Viewer } from "@/lib/server/access";
import { useTestDatabase } from "@/testing/database";
import { MailServer } from "@/testing/mail-server";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { PushService } from "@/testing/push-service";
import { sendNotices } from ".";
import { closeMail } from "./mail";

// From a write to what arrives, through a real push service and a real mail server on this machine.

useTestDatabase();

const environment = process.env;
let push: PushService, mail: MailServer;
let ana: Viewer, ben: Viewer, eventId: ObjectId;

beforeEach(async () => {
  [push, mail] = [await PushService.start(), await MailServer.start()];
  const { publicKey, privateKey } = generateVAPIDKeys();
  process.env = {
    ...environment,
    PUSH_HOSTS: push.host,
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    SMTP_URL: `smtp://${mail.host}`,
    MAIL_FROM: "evenly@evenly.example",
    AUTH_URL: "https://evenly.example",
    AUTH_SECRET: "a".repeat(40),
  };
  jest.spyOn(console, "warn").mockImplementation(() => {});
  [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  eventId = await anEvent(await aGroup("Lisbon", [ana, ben]), "Lisbon weekend", [ana, ben]);
});

afterEach(async () => {
  process.env = environment;
  closeMail();
  jest.restoreAllMocks();
  await Promise.all([push.stop(), mail.stop()]);
});

const device = (of: Viewer) =>
  addPushDevice({ userId: of._id, sessionId: new ObjectId(), device: "Phone", ...push.subscribe() });

/** Ana pays for both, and Ben settles: she is told. */
async function pay() {
  const { settlements } = await collections();
  await createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: ana._id,
    description: "Dinner",
    cents: 3_000,
    splitWith: [ana._id, ben._id],
  });
  const debt = await settlements.findOne({ eventId, settled: false });
  await settle(ben._id, debt!._id, {});
}

/** Sends again what waits, as if its pause were over. */
async function sendAgain() {
  const { notices } = await collections();
  await notices.updateMany({ sendAt: { $exists: true } }, { $set: { sendAt: new Date() } });
  await sendNotices();
}

test("a payment reaches the phone and the mailbox, once", async () => {
  await device(ana);
  await saveNoticeSettings(ana._id, { push: ["paid"], email: ["paid"] });
  await pay();
  await sendNotices();
  await sendNotices();
  const said = "Ben paid you $15.00 in Lisbon weekend.";
  expect(push.problems).toEqual([]);
  const shown = push.received.map(({ text }) => JSON.parse(text) as Record<string, string>);
  expect(shown).toMatchObject([{ title: "Lisbon weekend", body: said }]);
  expect(mail.received.map(({ to, headers }) => [to, headers.get("subject")])).toEqual([[[ana.email], said]]);
});

test("an outage of both delays no write; afterwards, each gets it once", async () => {
  await device(ana);
  await saveNoticeSettings(ana._id, { push: ["paid"], email: ["paid"] });
  push.answer = 503;
  await mail.stop();
  await pay();
  await sendNotices();
  push.answer = 201;
  push.received.length = 0;
  await sendAgain();
  expect(push.received).toHaveLength(1);
  mail = await MailServer.start();
  process.env["SMTP_URL"] = `smtp://${mail.host}`;
  await sendAgain();
  await sendAgain();
  expect([push.received.length, mail.received.length]).toEqual([1, 1]);
});

test("a device that is gone is forgotten, and others still get it", async () => {
  const gone = await device(ana);
  await device(ana);
  await saveNoticeSettings(ana._id, { push: [...NOTICE_KIND_LIST] });
  push.answer = 410;
  await pay();
  await sendNotices();
  expect(await listPushDevices(ana._id)).toEqual([]);
  push.answer = 201;
  await device(ana);
  await pay();
  const { notices } = await collections();
  await notices.updateMany({}, { $unset: { sentAt: "" } });
  push.received.length = 0;
  await sendNotices();
  expect(push.received).toHaveLength(1);
  expect((await listPushDevices(ana._id)).some(({ _id }) => _id.equals(gone))).toBe(false);
});

test("an address that the mail server does not know is not used again, and the app says so", async () => {
  await saveNoticeSettings(ana._id, { email: ["paid"] });
  mail.refuse.recipient = [550, "5.1.1 no such user"];
  await pay();
  await sendNotices();
  const { users } = await collections();
  const { notices: settings } = (await users.findOne({ _id: ana._id }))!;
  expect(settings).toMatchObject({ email: [], emailStoppedAt: expect.any(Date) });
});
