import { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import { activitySentence } from "@/lib/core/activity";
import { groupIconUrl } from "@/lib/core/groups";
import { balanceToCents } from "@/lib/core/money/money";
import { firstName } from "@/lib/core/people";
import { listActivitiesOf } from "@/lib/db/activity";
import { collections } from "@/lib/db/collections";
import { countRequests } from "@/lib/db/revision";
import { violations } from "@/testing/violations";
import type { Activity } from "@/lib/contract/activity";
import type { Expense } from "@/lib/contract/expenses";
import type { DeletedGroup, DeletedItem } from "@/lib/contract/groups";
import type { OperationName } from "@/lib/contract/operations";
import { clearDatabase, useTestDatabase } from "@/testing/database";
import { interleave } from "@/testing/interleave";
import { aPerson, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";
import { dump } from "@/testing/stored";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let cleo: Viewer;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  await clearDatabase();
  [ana, ben, cleo] = (await Promise.all(["Ana", "Ben", "Cleo"].map(aPerson))) as [Viewer, Viewer, Viewer];
  for (const one of [ben, cleo]) await befriend(ana, one);
});

const icon = groupIconUrl("bee");

/** A group of Ana's that Ben has joined. */
async function aFlat(): Promise<string> {
  const { _id } = await done("createGroup", ana, { body: { title: "Flat", icon, members: [ben.id] } });
  await join(ben);
  return _id;
}

async function join(person: Viewer): Promise<void> {
  const [invitation] = await done<{ _id: string }[]>("listGroupRequests", person, {});
  await done("acceptGroupRequest", person, { params: { id: invitation!._id } });
}

const anEventOf = (groupId: string, as = ana) =>
  done("createEvent", as, { body: { title: "March", date: "2026-03-01", participants: [as.id], groupId } });

const anExpenseOf = (eventId: string, as = ana, more = {}) =>
  done<Expense>("createExpense", as, {
    body: { eventId, description: "Dinner", amount: 30, splitWith: [ana.id, ben.id], ...more },
  });

/** The sentences that a person reads, latest first. */
const told = (list: Activity[], viewer: Viewer) =>
  list.map(({ amount, ...facts }) =>
    activitySentence(
      { ...facts, cents: amount === null ? null : balanceToCents(amount) },
      viewer.id,
      ({ name }) => firstName(name),
      // The marks of `isolate`.
    ).replace(/[\u2068\u2069]/g, ""),
  );

const ofGroup = (groupId: string, as: Viewer) =>
  done<Activity[]>("groupActivity", as, { params: { groupId } });

test("activity that the list no longer shows is not counted as new", async () => {
  const groupId = await aFlat();
  await anEventOf(groupId, ben);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const { activities, groups, users } = await collections();
  await activities.updateMany({}, { $set: { at: daysAgo(40) } });
  await groups.updateMany({}, { $set: { createdAt: daysAgo(60), memberSince: {} } });
  await users.updateOne({ _id: ana._id }, { $set: { activitySeenAt: daysAgo(50) } });
  expect(await done("groupActivity", ana, { params: { groupId } })).not.toEqual([]);
  expect(await done("listActivity", ana, {})).toEqual([]);
  expect(await done("newActivity", ana, {})).toEqual({ count: 0 });
});

test("records who did what, newest first; an edit records each field before and after", async () => {
  const groupId = await aFlat();
  await done("editGroup", ben, { params: { groupId }, body: { title: "Our flat", icon } });
  const { _id: eventId } = await anEventOf(groupId);
  const expense = await anExpenseOf(eventId);
  const edited = {
    description: "Dinner and drinks",
    amount: 36,
    splitWith: [ana.id, ben.id],
    note: "Tip included",
  };
  await done("editExpense", ana, {
    params: { expenseId: expense._id },
    body: {
      ...edited,
      split: { mode: "percent", values: [{ user: ana.id, value: 25 }, { user: ben.id, value: 75 }] }, // oxfmt-ignore
    },
  });
  const [debt] = await done<{ _id: string }[]>("listSettlements", ana, { query: { eventId } });
  await done("settle", ben, { params: { id: debt!._id }, body: { settled: true, note: "Cash" } });
  await done("settle", ana, { params: { id: debt!._id }, body: { settled: false } });
  await done("deleteExpense", ana, { params: { expenseId: expense._id } });

  const list = await ofGroup(groupId, ana);
  expect(told(list, ana)).toEqual([
    "You deleted Dinner and drinks, $36.00",
    "You undid a payment: Ben to you, $27.00",
    "Ben paid you $27.00",
    "You changed Dinner and drinks",
    "You added Dinner, $30.00",
    "You created March",
    "Ben changed the group",
    "Ben joined the group",
    "You invited Ben",
    "You created the group",
  ]);
  expect(list[2]).toMatchObject({ kind: "payment-settled", text: "Cash" });
  expect(list[3]!.changes).toEqual([
    { field: "Description", before: "Dinner", after: "Dinner and drinks" },
    { field: "Amount", before: "$30.00", after: "$36.00" },
    { field: "Split", before: "Equally: Ana, Ben", after: "Ana 25%, Ben 75%" },
    { field: "Note", before: "", after: "Tip included" },
  ]);
  expect(list[6]!.changes).toEqual([{ field: "Title", before: "Flat", after: "Our flat" }]);

  const ofEvent = await done<Activity[]>("eventActivity", ben, { params: { eventId } });
  expect(told(ofEvent, ben).at(-1)).toBe("Ana created March");
  expect(ofEvent).toHaveLength(6);
});

describe("the effect on the reader", () => {
  const effects = (list: Activity[]) => list.map(({ kind, effect }) => `${kind}: ${effect ?? ""}`);
  const inEvent = async (eventId: string, as: Viewer) =>
    effects(await done<Activity[]>("eventActivity", as, { params: { eventId } }));
  const edit = (expenseId: string, amount: number, splitWith = [ana, ben], more = {}) =>
    done("editExpense", ana, {
      params: { expenseId },
      body: { description: "Dinner", amount, splitWith: splitWith.map(({ id }) => id), ...more },
    });

  test("is what they lent or their share, then what each change moved, on every screen", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    const { _id: expenseId } = await anExpenseOf(eventId);
    await edit(expenseId, 36);
    await edit(expenseId, 36, [ana, ben], { note: "With tip" });
    await done("addComment", ben, { params: { expenseId }, body: { text: "Fine" } });
    await done("deleteExpense", ana, { params: { expenseId } });
    await done("restoreExpense", ana, { params: { expenseId } });
    const kinds = ["restored", "deleted", "comment", "edited", "edited", "added"];
    const ofBen = [
      "your share $18.00",
      "you owe $18.00 less",
      "",
      "",
      "you owe $3.00 more",
      "your share $15.00",
    ];
    const ofAna = [
      "you lent $18.00",
      "you're owed $18.00 less",
      "",
      "",
      "you're owed $3.00 more",
      "you lent $15.00",
    ];
    const told = (of: string[]) =>
      kinds.map((kind, index) => `${kind === "comment" ? "" : "expense-"}${kind}: ${of[index]}`);
    for (const [viewer, of] of [
      [ben, ofBen],
      [ana, ofAna],
    ] as const) {
      // oxfmt-ignore
      expect(await inEvent(eventId, viewer)).toEqual([...told(of), "event-created: "]);
      expect(effects(await ofGroup(groupId, viewer)).slice(0, 6)).toEqual(told(of));
      expect(effects(await done<Activity[]>("listActivity", viewer, {})).slice(0, 6)).toEqual(told(of));
      const history = await done<Activity[]>("expenseActivity", viewer, { params: { expenseId } });
      expect(effects(history)).toEqual(told(of));
    }
  });

  test("is nothing to those who are not involved, and in downloads", async () => {
    const groupId = await aFlat();
    await done("inviteToGroup", ana, { params: { groupId }, body: { toUserId: cleo.id } });
    await join(cleo);
    const { _id: eventId } = await anEventOf(groupId);
    const { _id: expenseId } = await anExpenseOf(eventId);
    await edit(expenseId, 36);
    expect(await inEvent(eventId, cleo)).toEqual(["expense-edited: ", "expense-added: ", "event-created: "]);
    await edit(expenseId, 36, [ana, cleo]);
    // Who shared it equally before may be one person by now.
    expect((await inEvent(eventId, cleo))[0]).toBe("expense-edited: you owe $18.00 more");
    expect((await inEvent(eventId, ben)).slice(0, 3)).toEqual([
      "expense-edited: you're no longer involved",
      "expense-edited: ",
      "expense-added: ",
    ]);
    expect(JSON.stringify(await done("exportMyData", ben))).not.toContain('"effect"');
  });

  test("is known on further pages unless the expense has changed since; not of purged expenses, or what does not fit", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    const { _id: expenseId } = await anExpenseOf(eventId);
    const params = { eventId };
    const second = async () => {
      const first = await call("eventActivity", { as: ben, params, query: { limit: "1" } });
      const cursor = first.headers.get("x-next-cursor")!;
      return effects(await done<Activity[]>("eventActivity", ben, { params, query: { limit: "1", cursor } }));
    };
    await done("addComment", ben, { params: { expenseId }, body: { text: "Hm" } });
    expect(await second()).toEqual(["expense-added: your share $15.00"]);
    await edit(expenseId, 36);
    await edit(expenseId, 36, [ana, ben], { note: "With tip" });
    expect(await second()).toEqual(["expense-edited: "]);
    expect((await inEvent(eventId, ben))[1]).toBe("expense-edited: you owe $3.00 more");
    const { expenses } = await collections();
    await expenses.updateOne({ _id: new ObjectId(expenseId) }, { $set: { cents: 3800 } });
    expect((await inEvent(eventId, ben))[1]).toBe("expense-edited: ");
    await expenses.deleteOne({ _id: new ObjectId(expenseId) });
    expect((await inEvent(eventId, ben))[1]).toBe("expense-edited: ");
  });
});

test("saving a form without changes, or with people in another order, records nothing", async () => {
  const groupId = await aFlat();
  const { _id: eventId } = await done("createEvent", ana, {
    body: { title: "March", date: "2026-03-01", participants: [ana.id, ben.id], groupId },
  });
  const { _id: expenseId } = await anExpenseOf(eventId);
  const before = (await ofGroup(groupId, ana)).length;
  await done("editGroup", ana, { params: { groupId }, body: { title: "Flat", icon } });
  await done("editEvent", ana, {
    params: { eventId },
    body: { title: "March", date: "2026-03-01", participants: [ben.id, ana.id] },
  });
  await done("editExpense", ana, {
    params: { expenseId },
    body: { description: "Dinner", amount: 30, splitWith: [ben.id, ana.id] },
  });
  expect(await ofGroup(groupId, ana)).toHaveLength(before);
});

test("a refused change records nothing", async () => {
  const groupId = await aFlat();
  const { _id: eventId } = await anEventOf(groupId);
  const { _id: expenseId } = await anExpenseOf(eventId);
  const before = await dump();
  const response = await call("deleteExpense", { as: ben, params: { expenseId } });
  expect(response.status).toBe(403);
  expect(await dump()).toEqual(before);
});

describe("nobody sees what they could not see at the time", () => {
  test("members see nothing from before they joined, or rejoined", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    await anExpenseOf(eventId, ana, { description: "Secret present", splitWith: [ana.id] });
    await done("inviteToGroup", ana, { params: { groupId }, body: { toUserId: cleo.id } });
    await join(cleo);
    expect(told(await ofGroup(groupId, cleo), cleo)).toEqual(["You joined the group"]);
    expect(await done<Activity[]>("eventActivity", cleo, { params: { eventId } })).toEqual([]);

    await done("removeMember", ben, { params: { groupId }, body: { userId: ben.id } });
    expect((await call("groupActivity", { as: ben, params: { groupId } })).status).toBe(404);
    expect(await done<Activity[]>("listActivity", ben, {})).toEqual([]);
    await anExpenseOf(eventId, ana, { description: "While he was away", splitWith: [ana.id] });
    await done("inviteToGroup", ana, { params: { groupId }, body: { toUserId: ben.id } });
    await join(ben);
    expect(told(await ofGroup(groupId, ben), ben)).toEqual(["You joined the group"]);
  });

  test("an invitation is shown to its sender and the creator only", async () => {
    const groupId = await aFlat();
    await befriend(ben, cleo);
    await done("inviteToGroup", ana, { params: { groupId }, body: { toUserId: cleo.id } });
    expect(told(await ofGroup(groupId, ana), ana)[0]).toBe("You invited Cleo");
    expect(told(await ofGroup(groupId, ben), ben)[0]).toBe("You joined the group");
    const [invitation] = await done<{ _id: string }[]>("listGroupRequests", cleo, {});
    await done("ignoreGroupRequest", cleo, { params: { id: invitation!._id } });
    expect(told(await ofGroup(groupId, ana), ana)[0]).toBe("Cleo declined the invitation");
    await done("inviteToGroup", ben, { params: { groupId }, body: { toUserId: cleo.id } });
    expect(told(await ofGroup(groupId, ana), ana)[0]).toBe("Ben invited Cleo");
    expect(told(await ofGroup(groupId, ben), ben)[0]).toBe("You invited Cleo");
  });
});

test("new activity is counted until it is seen: by others, in all groups; counting writes nothing", async () => {
  const groupId = await aFlat();
  await done("seeActivity", ana, {});
  const { _id: eventId } = await anEventOf(groupId, ben);
  await anExpenseOf(eventId, ben);
  await anExpenseOf(eventId, ana);
  const before = await dump();
  expect(await done("newActivity", ana, {})).toEqual({ count: 2 });
  expect(told(await done<Activity[]>("listActivity", ana, {}), ana).slice(0, 3)).toEqual([
    "You added Dinner, $30.00",
    "Ben added Dinner, $30.00",
    "Ben created March",
  ]);
  expect(await dump()).toEqual(before);
  const [latest] = await done<Activity[]>("listActivity", ben, {});
  await anExpenseOf(eventId, ben);
  await done("seeActivity", ana, { query: { until: latest!.at } });
  // Added after the list was shown.
  expect(await done("newActivity", ana, {})).toEqual({ count: 1 });
  await done("seeActivity", ana, {});
  expect(await done("newActivity", ana, {})).toEqual({ count: 0 });
  for (const until of [latest!.at, "2999-01-01T00:00:00.000Z"]) {
    await done("seeActivity", ana, { query: { until } });
    expect(await done("newActivity", ana, {})).toEqual({ count: 0 });
  }
  await anExpenseOf(eventId, ben);
  expect(await done("newActivity", ana, {})).toEqual({ count: 1 });
});

describe("a deleted group", () => {
  const recent = (as: Viewer) => done<Activity[]>("listActivity", as, {});

  test("everyone who was in it finds the deletion in their activity, as something new", async () => {
    const groupId = await aFlat();
    const left = await aPerson("Left");
    const { groups } = await collections();
    await groups.updateOne({ _id: new ObjectId(groupId) }, { $push: { members: left._id } });
    await done("removeMember", left, { params: { groupId }, body: { userId: left.id } });
    const { _id: eventId } = await anEventOf(groupId, ben);
    await anExpenseOf(eventId, ben);
    await done("seeActivity", ben, {});
    await done("deleteGroup", ana, { params: { groupId } });

    const [deletion, ...others] = await recent(ben);
    expect(told([deletion!], ben)).toEqual(["Ana deleted the group"]);
    expect(deletion).toMatchObject({ group: { _id: groupId, title: "Flat" } });
    // The rest of its history is deleted with it.
    expect(others).toEqual([]);
    expect(await done("newActivity", ben, {})).toEqual({ count: 1 });
    await done("seeActivity", ben, { query: { until: deletion!.at } });
    expect(await done("newActivity", ben, {})).toEqual({ count: 0 });
    expect(told(await recent(ana), ana)).toEqual(["You deleted the group"]);
    for (const outsider of [left, cleo, await aPerson("Stranger")])
      expect(await recent(outsider)).toEqual([]);
    const response = await call("groupActivity", { as: ben, params: { groupId } });
    expect(response.status).toBe(404);
  });

  test("once restored, its whole history is there again, with the deletion", async () => {
    const groupId = await aFlat();
    await done("deleteGroup", ana, { params: { groupId } });
    await done("restoreGroup", ana, { params: { groupId } });
    expect(told(await recent(ben), ben).slice(0, 3)).toEqual([
      "Ana restored the group",
      "Ana deleted the group",
      "You joined the group",
    ]);
  });

  test("once it can no longer be restored, the deletion is gone too", async () => {
    const groupId = await aFlat();
    await done("deleteGroup", ana, { params: { groupId } });
    const { activities, groups } = await collections();
    const deletedAt = new Date(Date.now() - 31 * 86_400_000);
    await groups.updateMany({}, { $set: { deletedAt } });
    expect(await recent(ben)).toEqual([]);
    // The database purges it with the group.
    expect(await activities.countDocuments({ groupId: new ObjectId(groupId), deletedAt: null })).toBe(0);
  });
});

test("a page of activity has one copy of an expense, whatever the number of its edits", async () => {
  const { _id: eventId } = await anEventOf(await aFlat());
  const { _id: expenseId } = await anExpenseOf(eventId);
  for (const amount of [40, 50, 60]) {
    const body = { description: "Dinner", amount, splitWith: [ana.id, ben.id] };
    await done("editExpense", ana, { params: { expenseId }, body });
  }
  const pageSince = await listActivitiesOf(ben._id, { expenseId: new ObjectId(expenseId) }, {});
  const { rows } = pageSince(new Date(0)).page;
  expect(rows.map(({ expense }) => expense?.length)).toEqual([1, 0, 0, 0]);
  const history = await done<Activity[]>("expenseActivity", ben, { params: { expenseId } });
  expect(history.map(({ effect }) => effect)).toEqual([
    "you owe $5.00 more",
    "you owe $5.00 more",
    "you owe $5.00 more",
    "your share $15.00",
  ]);
});

test("activity is paginated", async () => {
  const groupId = await aFlat();
  const { _id: eventId } = await anEventOf(groupId);
  for (let n = 0; n < 5; n++) await anExpenseOf(eventId);
  const all = await ofGroup(groupId, ana);
  const pages: Activity[] = [];
  let cursor: string | null = null;
  do {
    const page = await call("groupActivity", {
      as: ana,
      params: { groupId },
      query: { limit: "3", ...(cursor && { cursor }) },
    });
    pages.push(...(page.body as Activity[]));
    cursor = page.headers.get("x-next-cursor");
  } while (cursor);
  expect(pages).toEqual(all);
});

describe("comments", () => {
  test("are part of an expense's history, and can be deleted by their author", async () => {
    const { _id: eventId } = await anEventOf(await aFlat());
    const { _id: expenseId } = await anExpenseOf(eventId);
    const text = "Was this with the tip?\nI think so.";
    const comment = await done<Activity>("addComment", ben, { params: { expenseId }, body: { text } });
    const history = await done<Activity[]>("expenseActivity", ana, { params: { expenseId } });
    expect(history.map(({ kind }) => kind)).toEqual(["comment", "expense-added"]);
    expect(history[0]).toEqual(comment);
    expect(comment).toMatchObject({ text, actor: { _id: ben.id }, title: "Dinner" });
    expect((await call("deleteComment", { as: ana, params: { id: comment._id } })).status).toBe(403);
    await done("deleteComment", ben, { params: { id: comment._id } });
    expect(await done<Activity[]>("expenseActivity", ana, { params: { expenseId } })).toHaveLength(1);
  });

  test("of a deleted event are still shown, and can be deleted by their author", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    const { _id: expenseId } = await anExpenseOf(eventId);
    const { _id: id } = await done("addComment", ben, { params: { expenseId }, body: { text: "Private" } });
    await done("deleteEvent", ana, { params: { eventId } });
    const texts = async () => (await ofGroup(groupId, ana)).map(({ text }) => text);
    expect(await texts()).toContain("Private");
    expect((await call("deleteComment", { as: ana, params: { id } })).status).toBe(403);
    await done("deleteComment", ben, { params: { id } });
    expect(await texts()).not.toContain("Private");
    expect((await call("deleteComment", { as: cleo, params: { id } })).status).toBe(404);
  });

  test.each([
    ["nothing", " \u200b\n ", "Write a comment."],
    ["too much", "x".repeat(501), "Please use at most 500 characters."],
  ])("of %s are refused", async (_, text, message) => {
    const { _id: eventId } = await anEventOf(await aFlat());
    const { _id: expenseId } = await anExpenseOf(eventId);
    const before = await dump();
    const response = await call("addComment", { as: ben, params: { expenseId }, body: { text } });
    expect([response.status, response.body]).toMatchObject([422, { error: message }]);
    expect(await dump()).toEqual(before);
  });

  test("sent twice with one key create one", async () => {
    const { _id: eventId } = await anEventOf(await aFlat());
    const { _id: expenseId } = await anExpenseOf(eventId);
    const request = { params: { expenseId }, body: { text: "Once" }, headers: { "idempotency-key": "k" } };
    expect(await done("addComment", ben, request)).toEqual(await done("addComment", ben, request));
    expect(await done<Activity[]>("expenseActivity", ana, { params: { expenseId } })).toHaveLength(2);
  });
});

describe("deleted items", () => {
  const deleted = (groupId: string, as: Viewer) =>
    done<DeletedItem[]>("listDeleted", as, { params: { groupId } });

  test("an expense is listed with who deleted it and when, and restored with its debts", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    const expense = await anExpenseOf(eventId);
    const before = await done<object[]>("listSettlements", ana, { query: { eventId } });
    await done("deleteExpense", ana, { params: { expenseId: expense._id } });
    expect(await done("listSettlements", ana, { query: { eventId } })).toEqual([]);
    expect(await deleted(groupId, ben)).toMatchObject([
      {
        kind: "expense",
        title: "Dinner",
        eventTitle: "March",
        amount: 30,
        deletedBy: { _id: ana.id },
        mayRestore: false,
      },
    ]);
    expect((await deleted(groupId, ana))[0]).toMatchObject({ _id: expense._id, mayRestore: true });
    const restored = await done<Expense>("restoreExpense", ana, { params: { expenseId: expense._id } });
    expect(restored).toEqual({ ...expense, updatedAt: expect.anything(), rev: 2 });
    const after = await done<object[]>("listSettlements", ana, { query: { eventId } });
    expect(after).toMatchObject(before.map((one) => ({ ...one, _id: expect.anything() })));
    expect(await deleted(groupId, ana)).toEqual([]);
    expect((await call("restoreExpense", { as: ana, params: { expenseId: expense._id } })).status).toBe(404);
  });

  test("an event is restored with what was deleted with it, but nothing deleted earlier", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    const gone = await anExpenseOf(eventId, ana, { description: "Gone before" });
    const kept = await anExpenseOf(eventId);
    await done("deleteExpense", ana, { params: { expenseId: gone._id } });
    await done("deleteEvent", ana, { params: { eventId } });
    // The expense's event is deleted.
    expect(await deleted(groupId, ana)).toMatchObject([
      { kind: "event", title: "March", mayRestore: true },
      { kind: "expense", title: "Gone before", eventTitle: "March", mayRestore: false },
    ]);
    expect((await call("restoreExpense", { as: ana, params: { expenseId: gone._id } })).status).toBe(404);
    await done("restoreEvent", ana, { params: { eventId } });
    expect(await deleted(groupId, ana)).toMatchObject([{ title: "Gone before", mayRestore: true }]);
    const list = await done<Expense[]>("listExpenses", ben, { query: { eventId } });
    expect(list.map(({ _id }) => _id)).toEqual([kept._id]);
    expect(await done("getEvent", ben, { params: { eventId } })).toMatchObject({
      total: 30,
      expenseCount: 1,
    });
    await done("restoreExpense", ana, { params: { expenseId: gone._id } });
    expect(await done("getEvent", ben, { params: { eventId } })).toMatchObject({
      total: 60,
      expenseCount: 2,
    });
  });

  test("are all listed, in pages", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    const pattern = await anExpenseOf(eventId);
    const { events, expenses } = await collections();
    const stored = (await expenses.findOne({ _id: new ObjectId(pattern._id) }))!;
    const event = (await events.findOne({ _id: new ObjectId(eventId) }))!;
    // Several of both kinds at the same moment, so that the id decides.
    const deletion = (index: number) => ({
      _id: new ObjectId(),
      deletedAt: new Date(Date.now() + Math.floor(index / 4)),
      deletedBy: new ObjectId(ana.id),
    });
    for (let index = 0; index < 120; index++) {
      if (index % 2) await expenses.insertOne({ ...stored, ...deletion(index) });
      else await events.insertOne({ ...event, ...deletion(index) });
    }
    const all = await deleted(groupId, ana);
    expect(all.map(({ deletedAt }) => deletedAt)).toEqual(
      all
        .map((one) => one.deletedAt)
        .sort()
        .reverse(),
    );
    const seen: DeletedItem[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query = { limit: "50", ...(cursor && { cursor }) };
      const page = await call("listDeleted", { as: ana, params: { groupId }, query });
      seen.push(...(page.body as DeletedItem[]));
      cursor = page.headers.get("x-next-cursor");
    }
    expect([all.length, seen]).toEqual([120, all]);
  });

  test("cannot be restored if someone in it has left, and the answer says so", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    const { _id: expenseId } = await anExpenseOf(eventId);
    await done("deleteExpense", ana, { params: { expenseId } });
    await done("removeMember", ben, { params: { groupId }, body: { userId: ben.id } });
    const before = await dump();
    const response = await call("restoreExpense", { as: ana, params: { expenseId } });
    expect([response.status, response.body]).toMatchObject([
      409,
      { code: "former-member", error: expect.stringMatching(/^Ben is no longer in this group/) },
    ]);
    expect(await dump()).toEqual(before);
  });

  test("an expense that is restored, edited, and deleted concurrently keeps the ledger consistent", async () => {
    const edited = { description: "Dinner", amount: 50, splitWith: [ana.id, ben.id] };
    for (let position = 0; ; position++) {
      const { _id: eventId } = await anEventOf(await aFlat());
      const { _id: expenseId } = await anExpenseOf(eventId);
      const params = { expenseId };
      await done("deleteExpense", ana, { params });
      const result = await interleave(
        position,
        () => call("restoreExpense", { as: ana, params }),
        async () => {
          await call("restoreExpense", { as: ana, params });
          await call("editExpense", { as: ana, params, body: edited });
          await call("deleteExpense", { as: ana, params });
        },
      );
      expect([position, await violations()]).toEqual([position, []]);
      if (!result) break;
    }
  });

  test("cannot be restored after 30 days, even before they are purged", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    const { _id: expenseId } = await anExpenseOf(eventId);
    const all = await collections();
    const deletedAt = new Date(Date.now() - 31 * 86_400_000);
    const restore: [OperationName, Record<string, string>, OperationName][] = [
      ["deleteExpense", { expenseId }, "restoreExpense"],
      ["deleteEvent", { eventId }, "restoreEvent"],
      ["deleteGroup", { groupId }, "restoreGroup"],
    ];
    for (const [remove, params, undo] of restore) {
      await done(remove, ana, { params });
      await all.expenses.updateMany({ deletedAt: { $ne: null } }, { $set: { deletedAt } });
      await all.events.updateMany({ deletedAt: { $ne: null } }, { $set: { deletedAt } });
      await all.groups.updateMany({ deletedAt: { $ne: null } }, { $set: { deletedAt } });
      expect([undo, (await call(undo, { as: ana, params })).status]).toEqual([undo, 404]);
    }
  });

  test("are not shown to members who joined later", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    const { _id: expenseId } = await anExpenseOf(eventId);
    await done("deleteExpense", ana, { params: { expenseId } });
    await done("inviteToGroup", ana, { params: { groupId }, body: { toUserId: cleo.id } });
    await join(cleo);
    expect(await deleted(groupId, cleo)).toEqual([]);
    expect(await deleted(groupId, ben)).toHaveLength(1);
  });

  test("a group is restored completely, by its creator", async () => {
    const groupId = await aFlat();
    const { _id: eventId } = await anEventOf(groupId);
    await anExpenseOf(eventId);
    await done("inviteToGroup", ana, { params: { groupId }, body: { toUserId: cleo.id } });
    const invitations = async () => [
      await done("listGroupRequests", cleo, {}),
      (await countRequests(cleo._id)).group,
    ];
    const [pending] = await invitations();
    expect(pending).toHaveLength(1);
    await done("deleteGroup", ana, { params: { groupId } });
    expect(await invitations()).toEqual([[], 0]);
    expect(await done("friendSummary", ben, {})).toEqual([]);
    // Ben has an open payment in it. Cleo was only invited.
    for (const one of [ana, ben])
      expect(await done<DeletedGroup[]>("listDeletedGroups", one, {})).toMatchObject([
        { _id: groupId, title: "Flat" },
      ]);
    expect(await done<DeletedGroup[]>("listDeletedGroups", cleo, {})).toEqual([]);
    expect((await call("restoreGroup", { as: cleo, params: { groupId } })).status).toBe(404);
    await done("restoreGroup", ana, { params: { groupId } });
    expect(await done("friendSummary", ben, {})).toMatchObject([{ amount: -15 }]);
    expect(await invitations()).toEqual([pending, 1]);
    expect(told(await ofGroup(groupId, ben), ben).slice(0, 2)).toEqual([
      "Ana restored the group",
      "Ana deleted the group",
    ]);
  });
});
