import fc from "fast-check";
import { ObjectId } from "mongodb";
import { DIGEST_MS } from "@/lib/core/notices";
import { formatCents } from "@/lib/core/money/money";
import { addComment, deleteComment } from "@/lib/db/activity/comments";
import { collections, type UserDoc } from "@/lib/db/collections";
import { closeEvent } from "@/lib/db/events/close";
import { createExpense, deleteExpense, updateExpense } from "@/lib/db/expenses";
import { moveExpense } from "@/lib/db/expenses/move";
import { block } from "@/lib/db/friends/blocks";
import { removeMember } from "@/lib/db/groups";
import { markRead } from "@/lib/db/notices";
import { makeNotices } from "@/lib/db/notices/outbox";
import { remind } from "@/lib/db/notices/remind";
import { saveNoticeSettings } from "@/lib/db/notices/settings";
import { acceptInvitation, invite } from "@/lib/db/requests/group";
import { countRequests } from "@/lib/db/revision";
import { settle } from "@/lib/db/settlements";
import { settleUp, listOpenBetween } from "@/lib/db/settlements/settle-up";
import type { Viewer } from "@/lib/server/access";
import { deliverDue, type Target, type Targets } from "@/lib/server/notices/deliver";
import type { Delivery, Message } from "@/lib/server/notices/message";
import { withoutIsolates } from "@/lib/core/text/isolate";
import { useTestDatabase } from "@/testing/database";
import { LONG, play, STEPS } from "@/testing/ledger/histories";
import { aScene } from "@/testing/ledger/scene";
import { moneyStep } from "@/testing/ledger/steps";
import { aGuest, anEvent, aPerson, aTrio, befriend } from "@/testing/people";
import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { noticesView } from "./notices";

useTestDatabase();

let ana: Viewer, ben: Viewer, cleo: Viewer, groupId: ObjectId, eventId: ObjectId;
beforeEach(async () => {
  const trio = await aTrio(["Ana", "Ben", "Cleo"], "Lisbon", "Lisbon weekend");
  ({ groupId, eventId } = trio);
  [ana, ben, cleo] = trio.people;
});

const add = (payer: Viewer, cents: number, people: readonly Viewer[], description = "Dinner") =>
  createExpense({
    _id: new ObjectId(),
    eventId,
    recorder: payer._id,
    description,
    cents,
    splitWith: people.map(({ _id }) => _id),
  });

async function texts(of: Viewer, now = new Date()): Promise<string[]> {
  await makeNotices(now);
  return (await noticesView(of)).rows.map(({ text }) => withoutIsolates(text));
}
const unread = async ({ _id }: Viewer) => (await countRequests(_id)).notices;

async function openWith(a: Viewer, b: Viewer) {
  const { settlements } = await collections();
  const found = await settlements.findOne({ users: { $all: [a._id, b._id] }, settled: false });
  return found!;
}

test("an expense: the own share first, and what is open with the payer; nothing to whoever added it", async () => {
  const { _id } = await add(ana, 3_000, [ana, ben]);
  expect(await texts(ben)).toEqual(["Your share of Dinner is $15.00. You owe Ana $15.00 in Lisbon weekend."]);
  const [row] = (await noticesView(ben)).rows;
  expect(row).toMatchObject({ kind: "charged", read: false });
  expect(row!.path).toBe(
    `/groups/${groupId.toHexString()}/events/${eventId.toHexString()}/expenses/${_id.toHexString()}`,
  );
  expect([await texts(ana), await texts(cleo)]).toEqual([[], []]);
  expect([await unread(ana), await unread(ben)]).toEqual([0, 1]);
});

test("expenses of one event within ten minutes are one digest, later ones another", async () => {
  const start = new Date();
  for (const cents of [3_000, 6_000, 900]) await add(ana, cents, [ana, ben, cleo]);
  const digest =
    "3 expenses in Lisbon weekend: your shares come to $33.00. You owe Ana $33.00 in Lisbon weekend.";
  expect(await texts(ben, start)).toEqual([digest]);
  await add(ana, 300, [ana, ben, cleo]);
  const later = new Date(start.getTime() + DIGEST_MS);
  expect((await texts(ben, later)).toSorted()).toEqual([
    "3 expenses in Lisbon weekend: your shares come to $33.00. You owe Ana $34.00 in Lisbon weekend.",
    "Your share of Dinner is $1.00. You owe Ana $34.00 in Lisbon weekend.",
  ]);
});

test("only those whose share changes are told of a change, and of a deletion what it was", async () => {
  const start = new Date();
  const { _id } = await add(ana, 3_000, [ana, ben, cleo]);
  await makeNotices(start);
  const later = new Date(start.getTime() + DIGEST_MS);
  const edit = (cents: number, people: readonly Viewer[], description: string) =>
    updateExpense(ana._id, _id, { description, cents, splitWith: people.map((one) => one._id) }, undefined);
  await edit(3_000, [ana, ben, cleo], "Late dinner");
  await makeNotices(later);
  expect((await noticesView(ben)).rows).toHaveLength(1);
  await edit(3_000, [ana, ben], "Late dinner");
  expect((await texts(cleo, later))[0]).toBe("You no longer have a share in Late dinner.");
  await deleteExpense(ana._id, _id);
  expect((await texts(ben, new Date(later.getTime() + DIGEST_MS)))[0]).toBe(
    "Ana deleted Late dinner. Your share was $15.00.",
  );
});

test("a share of $0.00 is none, except for comments", async () => {
  const values = [ana, ben, cleo].map(({ id }, index) => ({ user: id, value: index * 1_000 }));
  const { _id } = await createExpense({
    ...{ _id: new ObjectId(), eventId, recorder: ben._id, description: "Dinner", cents: 3_000 },
    splitWith: [ana, ben, cleo].map((one) => one._id),
    split: { mode: "amounts", values },
  });
  expect(await texts(ana)).toEqual([]);
  expect(await texts(cleo)).toEqual([
    "Your share of Dinner is $20.00. You owe Ben $20.00 in Lisbon weekend.",
  ]);
  await addComment(ben._id, _id, "No wine");
  expect(await texts(ana)).toEqual(["Ben commented on Dinner: “No wine”"]);
  await deleteExpense(ben._id, _id);
  expect(await texts(ana)).toEqual([]);
});

test("payments, comments, a closed event, an invitation, and who accepted it", async () => {
  const { _id } = await add(ana, 4_004, [ana, ben, cleo]);
  await addComment(cleo._id, _id, "With wine?");
  expect(await texts(ana)).toEqual(["Cleo commented on Dinner: “With wine?”"]);
  const debt = await openWith(ana, ben);
  await settle(ben._id, debt._id, {});
  expect((await texts(ana))[0]).toMatch(/^Ben paid you \$13\.3\d in Lisbon weekend\.$/);
  expect(await texts(cleo)).toHaveLength(1);
  await closeEvent(ben._id, eventId);
  expect((await texts(cleo))[0]).toMatch(/^Ben closed Lisbon weekend\. You owe Ana \$13\.3\d\.$/);

  const dan = await aPerson("Dan");
  await befriend(ana, dan);
  const { _id: invitation } = await invite(ana._id, groupId, dan._id);
  expect(await texts(dan)).toEqual(["Ana invited you to Lisbon."]);
  await acceptInvitation(dan._id, invitation);
  expect((await texts(ana))[0]).toBe("Dan joined Lisbon.");
});

test("a closed event says what is open on each side", async () => {
  await add(ana, 6_000, [ana, ben, cleo]);
  await add(cleo, 3_000, [ana, ben, cleo]);
  await settle(ben._id, (await openWith(ana, ben))._id, {});
  const guest = await aGuest(ana, groupId, "Gil");
  await add(ben, 2_000, [ben, guest]);
  await add(ben, 2_000, [ben, guest]);
  await add(ana, 3_000, [ana, ben, cleo]);
  await closeEvent(cleo._id, eventId);
  expect((await texts(ben))[0]).toBe(
    "Cleo closed Lisbon weekend. You owe $20.00 to 2 people. Gil owes you $20.00.",
  );
});

test("a closed event is news to those who are in it now, or whose payment is open", async () => {
  const { _id } = await add(ana, 6_000, [ana, ben, cleo]);
  await settle(ben._id, (await openWith(ana, ben))._id, {});
  await deleteExpense(ana._id, _id);
  await texts(cleo);
  await closeEvent(ana._id, eventId);
  expect((await texts(ben))[0]).toBe("Ana closed Lisbon weekend. Ana owes you $20.00.");
  expect((await texts(cleo)).filter((text) => text.includes("closed"))).toEqual([]);
});

test("what is settled at once in several events is one notice with the sum", async () => {
  await add(ana, 2_000, [ana, ben]);
  eventId = await anEvent(groupId, "Porto", [ana, ben]);
  await add(ana, 1_000, [ana, ben]);
  await texts(ben);
  const open = await listOpenBetween(ben._id, ana._id);
  await settleUp(
    ben._id,
    ana._id,
    open.map(({ _id }) => ({ _id })),
    { method: null, note: "" },
  );
  expect(await texts(ana)).toEqual(["Ben paid you $15.00."]);
});

test("nothing about a group that one has left, to guests, of somebody blocked or muted, or of a deleted comment", async () => {
  const guest = await aGuest(ana, groupId, "Gil");
  const { _id } = await add(ana, 4_000, [ana, ben, cleo, guest]);
  await saveNoticeSettings(cleo._id, { mutedPeople: [ana._id] });
  expect(await texts(guest)).toEqual([]);
  expect(await texts(cleo)).toEqual([]);
  expect(await texts(ben)).toHaveLength(1);
  const { comment } = await addComment(cleo._id, _id, "Hm");
  expect((await texts(ben))[0]).toContain("Hm");
  await deleteComment(cleo._id, comment._id);
  expect(await texts(ben)).toHaveLength(1);
  await block(ben._id, ana._id);
  expect(await texts(ben)).toEqual([]);
  await addComment(ana._id, _id, "Still there?");
  expect(await texts(ben)).toEqual([]);
  const owing = await openWith(ana, cleo);
  await settle(cleo._id, owing._id, {});
  await addComment(ben._id, _id, "Bye");
  expect(await texts(cleo)).toHaveLength(1);
  await removeMember(cleo._id, groupId, cleo._id);
  expect([await texts(cleo), await unread(cleo)]).toEqual([[], 0]);
});

test("marking as read ends at the notice that was shown", async () => {
  await add(ana, 2_000, [ana, ben]);
  await texts(ben);
  const [first] = (await noticesView(ben)).rows;
  const { _id } = await add(ben, 100, [ben]);
  await addComment(ana._id, _id, "Why?");
  await texts(ben, new Date(Date.now() + 1_000));
  await markRead(ben._id, new ObjectId(first!._id));
  expect((await noticesView(ben)).rows.map(({ read }) => read)).toEqual([false, true]);
  expect(await unread(ben)).toBe(1);
  await expect(markRead(cleo._id, new ObjectId(first!._id))).rejects.toMatchObject({ code: "not-found" });
});

describe("a reminder", () => {
  test("says what is owed now, once in three days, and only by whom it is owed to", async () => {
    await add(ana, 3_000, [ana, ben]);
    await texts(ben);
    const { _id } = await openWith(ana, ben);
    await expect(remind(ben._id, _id)).rejects.toMatchObject({ code: "forbidden" });
    await expect(remind((await aPerson("Eve"))._id, _id)).rejects.toMatchObject({ code: "not-found" });
    const at = Date.now();
    await remind(ana._id, _id, new Date(at));
    await add(ana, 200, [ana, ben]);
    expect(await texts(ben)).toContain("Ana sent you a reminder: You owe Ana $16.00 in Lisbon weekend.");
    await expect(remind(ana._id, _id, new Date(at + 2 * 86_400_000))).rejects.toMatchObject({
      code: "conflict",
    });
    await remind(ana._id, _id, new Date(at + 3 * 86_400_000));
    await settle(ben._id, _id, {});
    await expect(remind(ana._id, _id, new Date(at + 9 * 86_400_000))).rejects.toMatchObject({
      code: "already-settled",
    });
    expect((await texts(ben)).join()).not.toContain("reminds");
  });

  test("two at the same time are one; a small debt, a guest's, and a muted or blocked sender's are none", async () => {
    const guest = await aGuest(ana, groupId, "Gil");
    await add(ana, 900, [ana, ben]);
    await expect(remind(ana._id, (await openWith(ana, ben))._id)).rejects.toMatchObject({ code: "conflict" });
    await add(ana, 90_000, [ana, ben, cleo, guest]);
    await expect(remind(ana._id, (await openWith(ana, guest))._id)).rejects.toMatchObject({
      code: "forbidden",
    });
    const { _id } = await openWith(ana, ben);
    const results = await Promise.allSettled([remind(ana._id, _id), remind(ana._id, _id)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await saveNoticeSettings(cleo._id, { mutedPeople: [ana._id] });
    await remind(ana._id, (await openWith(ana, cleo))._id);
    expect([await texts(cleo), await unread(cleo)]).toEqual([[], 0]);
  });
});

describe("delivery", () => {
  let sent: { to: string; message: Message }[];
  let answer: (to: string) => Promise<Delivery>;
  const devices = (...ids: string[]): Targets => ({
    push: async ({ _id }: UserDoc) =>
      ids.map((id): Target => ({
        id,
        send: async (message) => {
          const to = `${_id.equals(ben._id) ? "ben" : "cleo"}:${id}`;
          const result = await answer(to);
          if (result === "sent") sent.push({ to, message });
          return result;
        },
      })),
    email: async () => [],
  });
  beforeEach(() => {
    sent = [];
    answer = async () => "sent";
  });
  const later = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
  const wants = (person: Viewer, more = {}) =>
    saveNoticeSettings(person._id, { push: ["charged", "paid"], ...more });

  test("waits for the digest, then sends it once to each device, whoever sends", async () => {
    await wants(ben);
    for (const cents of [2_000, 4_000]) await add(ana, cents, [ana, ben]);
    await makeNotices(new Date());
    await deliverDue(devices("phone", "laptop"));
    expect(sent).toEqual([]);
    const both = [
      deliverDue(devices("phone", "laptop"), later(11)),
      deliverDue(devices("phone", "laptop"), later(11)),
    ];
    await Promise.all(both);
    await deliverDue(devices("phone", "laptop"), later(30));
    expect(sent.map(({ to }) => to).toSorted()).toEqual(["ben:laptop", "ben:phone"]);
    expect(sent[0]!.message).toMatchObject({
      title: "Lisbon weekend",
      text: "2 expenses in Lisbon weekend: your shares come to $30.00. You owe Ana $30.00 in Lisbon weekend.",
    });
  });

  test("repeats what failed with growing pauses, only where it failed, and gives up after a day", async () => {
    await wants(ben);
    await add(ana, 2_000, [ana, ben]);
    await makeNotices(new Date());
    let tries = 0;
    answer = async (to) => (to === "ben:phone" ? "sent" : (tries++, "failed"));
    for (let minute = 11; minute < 30 * 60; minute += 4)
      await deliverDue(devices("phone", "laptop"), later(minute));
    expect(sent).toHaveLength(1);
    expect(tries).toBeGreaterThan(8);
    expect(tries).toBeLessThan(16);
    const { notices } = await collections();
    expect(await notices.countDocuments({ sendAt: { $exists: true } })).toBe(0);
  });

  test("a process that ends between sending and noting it causes at most one duplicate", async () => {
    await wants(ben);
    await add(ana, 2_000, [ana, ben]);
    await makeNotices(new Date());
    const { notices } = await collections();
    let times = 0;
    for (const minute of [11, 14, 17, 20, 23]) {
      answer = async () => {
        times++;
        // As if the process had ended here: nothing that it would write is written.
        const [claimed] = await notices.find({ "sending.by": { $exists: true } }).toArray();
        await notices.updateOne({ _id: claimed!._id }, { $set: { "sending.by": new ObjectId() } });
        return "sent";
      };
      await deliverDue(devices("phone"), later(minute));
    }
    expect(times).toBe(2);
  });

  test("sends a digest of which a part has moved once, with both events, before the move or after it", async () => {
    await wants(ben);
    const porto = await anEvent(groupId, "Porto", [ana, ben, cleo]);
    const first = await add(ana, 600, [ana, ben, cleo], "Taxi");
    const { _id } = await add(ana, 3_000, [ana, ben, cleo]);
    await makeNotices(new Date());
    await moveExpense(ana._id, _id, porto, undefined);
    await makeNotices(new Date());
    await deliverDue(devices("phone"), later(11));
    const both =
      "Your share of Taxi is $2.00. You owe Ana $2.00 in Lisbon weekend. " +
      "Your share of Dinner is $10.00. You owe Ana $10.00 in Porto.";
    expect(sent.map(({ message }) => message)).toMatchObject([{ title: "Porto", text: both }]);
    await moveExpense(ana._id, first._id, porto, undefined);
    await makeNotices(new Date());
    await deliverDue(devices("phone"), later(30));
    expect(sent).toHaveLength(1);
    expect(await texts(ben)).toEqual([
      "2 expenses in Porto: your shares come to $12.00. You owe Ana $12.00 in Porto.",
    ]);
  });

  test("checks at the time of sending who may know it", async () => {
    await wants(ben);
    await wants(cleo);
    await add(ana, 3_000, [ana, ben, cleo]);
    await makeNotices(new Date());
    const { groups } = await collections();
    await groups.updateOne({ _id: groupId }, { $pull: { members: ben._id } });
    await deliverDue(devices("phone"), later(11));
    expect(sent.map(({ to }) => to)).toEqual(["cleo:phone"]);
  });

  test("keeps quiet hours, hides amounts, and one message for a person, event, and ten minutes", async () => {
    const at = new Date();
    const minutes = at.getUTCHours() * 60 + at.getUTCMinutes();
    const until = (minutes + 60) % 1440;
    await wants(ben, { quiet: { from: minutes, until }, timeZone: "UTC", hideAmounts: true });
    await add(ana, 3_000, [ana, ben]);
    await makeNotices(at);
    await deliverDue(devices("phone"), later(11));
    expect(sent).toEqual([]);
    await settle(ana._id, (await openWith(ana, ben))._id, {});
    await makeNotices(at);
    await deliverDue(devices("phone"), later(61));
    expect(sent.map(({ message }) => message.text)).toEqual([
      "Ana recorded that you paid them … in Lisbon weekend.\nYour share of Dinner is ….",
    ]);
    const debt = await add(ana, 5_000, [ana, ben]);
    await settle(ana._id, (await openWith(ana, ben))._id, {});
    await makeNotices(later(63)());
    await deliverDue(devices("phone"), later(64));
    expect(sent).toHaveLength(1);
    await deliverDue(devices("phone"), later(200));
    expect(sent).toHaveLength(2);
    expect(debt.cents).toBe(5_000);
  });
});

test(
  "the figures are those of the ledger, after any history",
  async () => {
    const step = fc.array(moneyStep, STEPS);
    await fc.assert(
      fc.asyncProperty(step, async (history) => {
        const scene = await play(await aScene(), history);
        while (await makeNotices(new Date()));
        const { settlements, expenses } = await collections();
        for (const viewer of scene.people)
          for (const { kind, text } of (await noticesView(viewer)).rows) {
            if (kind !== "charged") continue;
            const open = await settlements
              .find({ groupId: scene.groupId, users: viewer._id, settled: false, deletedAt: null })
              .toArray();
            const owed = /(?:You owe .*|owes you) (\$[\d,.]+\d\d) in /.exec(text)?.[1];
            if (owed) expect(open.map(({ net }) => formatCents(Math.abs(net)))).toContain(owed);
            const [, refund, share] = /^Your share of (the refund )?.* is (\$[\d,.]+\d\d)\./.exec(text) ?? [];
            const mine = await expenses.find({ groupId: scene.groupId, "shares.user": viewer._id }).toArray();
            const own = mine.flatMap(({ shares }) => shares.filter(({ user }) => user.equals(viewer._id)));
            if (share)
              expect(own.map(({ cents }) => formatCents(cents))).toContain(`${refund ? "−" : ""}${share}`);
          }
      }),
      { numRuns: runs(60) },
    );
  },
  LONG,
);
