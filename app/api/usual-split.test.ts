import type { ObjectId } from "mongodb";
import type { z } from "zod";
import { readEvenly } from "@/lib/core/imports/evenly";
import type { myData } from "@/lib/contract/account";
import type { Viewer } from "@/lib/server/access";
import { expectSound } from "@/testing/violations";
import type { Activity } from "@/lib/contract/activity";
import type { Expense } from "@/lib/contract/expenses";
import type { UsualSplits } from "@/lib/contract/usual-split";
import { collections } from "@/lib/db/collections";
import { createLink } from "@/lib/db/links";
import { useTestDatabase } from "@/testing/database";
import { aGuest, aPerson, aTrio, befriend } from "@/testing/people";
import { call, done } from "@/testing/api/call";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
let ben: Viewer;
let tom: Viewer;
let group: ObjectId;
let groupId: string;
let eventId: string;

beforeEach(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  const flat = await aTrio(["Ana", "Ben", "Tom"], "Flat", "May");
  [ana, ben, tom] = flat.people;
  group = flat.groupId;
  [groupId, eventId] = [String(group), String(flat.eventId)];
});

afterEach(expectSound);

const RENT = "a".repeat(24);
const WITHOUT = "b".repeat(24);

const rent = (percent: Record<string, number>) => ({
  _id: RENT,
  name: "Rent by room",
  splitWith: Object.keys(percent),
  split: { mode: "percent", values: Object.entries(percent).map(([user, value]) => ({ user, value })) },
});
const byRoom = () => rent({ [ana.id]: 40, [ben.id]: 35, [tom.id]: 25 });
const withoutTom = () => ({
  _id: WITHOUT,
  name: "Without Tom",
  splitWith: [ana.id, ben.id],
  split: { mode: "equal", values: [] as { user: string; value: number }[] },
});

const ofGroup = () => ({ params: { groupId } });
const ofEvent = () => ({ params: { eventId } });
const read = (as = ana) => done<UsualSplits>("groupSplits", as, ofGroup());
const save = (body: object, as = ana) => done<UsualSplits>("editGroupSplits", as, { ...ofGroup(), body });
const refusal = async (body: object, as = ana) => {
  const answer = await call("editGroupSplits", { as, ...ofGroup(), body });
  const { code, error } = answer.body as { code: string; error: string };
  return [answer.status, code, error];
};
const latest = async () => (await done<Activity[]>("groupActivity", ana, ofGroup()))[0]!;

test("nothing is chosen at first; any member replaces the presets, which have a revision of their own", async () => {
  expect(await read()).toEqual({ default: null, presets: [], rev: 0 });
  const saved = await save({ default: RENT, presets: [byRoom(), withoutTom()], rev: 0 }, ben);
  expect(saved).toMatchObject({
    default: RENT,
    rev: 1,
    presets: [
      { ...byRoom(), splitWith: [{ name: "Ana" }, { name: "Ben" }, { name: "Tom" }] },
      { ...withoutTom(), splitWith: [{ name: "Ana" }, { name: "Ben" }] },
    ],
  });
  expect(await read()).toEqual(saved);
  expect(await latest()).toMatchObject({
    kind: "group-split",
    actor: { name: "Ben" },
    changes: [
      { field: "Usually split", before: "", after: "Rent by room" },
      {
        field: "Presets",
        before: "",
        after: "Rent by room: Ana 40%, Ben 35%, Tom 25%; Without Tom: Equally: Ana, Ben",
      },
    ],
  });
  // Forms that edit the title are not affected.
  expect(await done("getGroup", ana, ofGroup())).toMatchObject({ rev: 0 });
  expect(await refusal({ default: null, presets: [], rev: 0 })).toEqual([
    ...[409, "stale"],
    "\u2068Ben\u2069 changed this. Reload to see the new version.",
  ]);
  expect(await save({ default: RENT, presets: [byRoom(), withoutTom()], rev: 1 })).toEqual(saved);
  expect(await done<Activity[]>("groupActivity", ana, ofGroup())).toHaveLength(3);
});

test("an event has its own, beside those of its group", async () => {
  await save({ default: RENT, presets: [byRoom()] });
  const body = { default: WITHOUT, presets: [withoutTom()], rev: 0 };
  const saved = await done<UsualSplits>("editEventSplits", tom, { ...ofEvent(), body });
  expect(saved).toMatchObject({ default: WITHOUT, rev: 1 });
  expect(await done("eventSplits", ana, ofEvent())).toEqual(saved);
  expect(await read()).toMatchObject({ default: RENT, rev: 1 });
  expect(await latest()).toMatchObject({ kind: "event-split", title: "May", eventId });
  expect((await call("editEventSplits", { as: ana, ...ofEvent(), body })).status).toBe(409);
  await done("closeEvent", ana, ofEvent());
  const closed = await call("editEventSplits", { as: ana, ...ofEvent(), body: { ...body, rev: 1 } });
  expect(closed.body).toMatchObject({ code: "closed" });
});

test("the activity tells what a preset was, and is", async () => {
  await save({ default: RENT, presets: [byRoom(), withoutTom()] });
  const changed = { ...rent({ [ana.id]: 50, [ben.id]: 25, [tom.id]: 25 }), name: "Rooms" };
  await save({ default: RENT, presets: [changed, withoutTom()] });
  expect((await latest()).changes).toEqual([
    { field: "Usually split", before: "Rent by room", after: "Rooms" },
    {
      field: "Presets",
      before: "Rent by room: Ana 40%, Ben 35%, Tom 25%",
      after: "Rooms: Ana 50%, Ben 25%, Tom 25%",
    },
  ]);
  await save({ default: RENT, presets: [changed] });
  expect((await latest()).changes).toEqual([
    { field: "Presets", before: "Without Tom: Equally: Ana, Ben", after: "" },
  ]);
  const many = Array.from({ length: 20 }, (_, index) => ({
    ...changed,
    _id: String(index).padStart(24, "0"),
    name: `Preset ${index}`,
  }));
  await save({ default: null, presets: many });
  expect((await latest()).changes[1]!.after.match(/Preset \d+/g)).toHaveLength(5);
});

test("the default can be the same as last time in the category", async () => {
  expect(await save({ default: "last", presets: [] })).toEqual({ default: "last", presets: [], rev: 1 });
  expect(await latest()).toMatchObject({
    changes: [{ field: "Usually split", before: "", after: "Same as last time" }],
  });
  const saved = await save({ default: null, presets: [byRoom()], rev: 1 });
  expect(saved).toMatchObject({ default: null, presets: [{ _id: RENT }] });
  const refused = [422, "invalid", "Choose one of the presets."];
  expect(await refusal({ default: "first", presets: [] })).toEqual(refused);
});

test("what is no split, no choice, or of an outsider is refused", async () => {
  const zoe = await aPerson("Zoe");
  const cases: [object, string][] = [
    [{ default: WITHOUT, presets: [byRoom()] }, "Choose one of the presets."],
    [{ default: null, presets: [rent({ [ana.id]: 40 })] }, "60% still needs to be split."],
    [
      { default: null, presets: [rent({ [ana.id]: 40, [zoe.id]: 60 })] },
      "Everyone selected must be a member of the group.",
    ],
    [
      { default: null, presets: [{ ...byRoom(), splitWith: [ana.id] }] },
      "Enter one value for each person in the split.",
    ],
    [{ default: null, presets: [{ ...rent({}), splitWith: [] }] }, "Please select participants."],
    [
      { default: null, presets: [byRoom(), { ...withoutTom(), name: "rent by room" }] },
      "Two presets have the same name.",
    ],
    [{ default: null, presets: [byRoom(), { ...withoutTom(), _id: RENT }] }, "Two presets have the same id."],
    [{ default: null, presets: [{ ...withoutTom(), name: " " }] }, "Please enter a name."],
    [
      { default: null, presets: [{ ...withoutTom(), name: "x".repeat(61) }] },
      "Please use at most 60 characters.",
    ],
    [
      { default: null, presets: [{ ...byRoom(), split: { mode: "amounts", values: [] } }] },
      "Choose one of: equal, percent, shares.",
    ],
    [{ default: null, presets: Array.from({ length: 21 }, withoutTom) }, "Please use at most 20 presets."],
  ];
  for (const [body, error] of cases) expect(await refusal(body)).toEqual([422, "invalid", error]);
  expect(await read()).toMatchObject({ rev: 0 });
});

test("two friends have one of theirs, as long as they are friends, and their event has none", async () => {
  await befriend(ana, ben);
  const body = { friendId: ben.id, description: "Tea", amount: 4, splitWith: [ana.id, ben.id] };
  const tea = await done<Expense>("createExpense", ana, { body });
  const pair = (await (await collections()).groups.findOne({ pair: { $exists: true } }))!;
  const params = { groupId: pair._id.toHexString() };
  const presets = [rent({ [ana.id]: 70, [ben.id]: 30 })];
  const edit = { params, body: { default: RENT, presets } };
  expect(await done("editGroupSplits", ben, edit)).toMatchObject({ default: RENT, rev: 1 });
  expect(await done<Activity[]>("groupActivity", ana, { params })).toMatchObject([
    { kind: "group-split", actor: { name: "Ben" }, group: { title: "You and Ben" } },
    {},
  ]);
  const ofTheirs = { as: ana, params: { eventId: tea.eventId }, body: edit.body };
  expect((await call("editEventSplits", ofTheirs)).status).toBe(403);
  await done("deleteFriend", ana, { params: { friendId: ben.id } });
  expect((await call("editGroupSplits", { as: ben, ...edit, body: { default: null, presets } })).status).toBe(
    403,
  );
  expect(await done("groupSplits", ben, { params })).toMatchObject({ default: RENT, rev: 1 });
});

test("the group's export has them; Download my data has those that name the user", async () => {
  const ofGroupNow = await save({ default: RENT, presets: [byRoom(), withoutTom()] });
  const body = { default: WITHOUT, presets: [withoutTom()] };
  const ofEventNow = await done<UsualSplits>("editEventSplits", ana, { ...ofEvent(), body });
  const exported = await done<object>("exportGroup", tom, ofGroup());
  expect(exported).toMatchObject({ splits: ofGroupNow, events: [{ splits: ofEventNow }] });
  expect(readEvenly(exported, undefined)).toMatchObject({ ok: true });
  const dataOf = async (person: Viewer) =>
    (await done<z.infer<typeof myData>>("exportMyData", person)).groups[0]!;
  expect(await dataOf(ana)).toMatchObject({
    presets: ofGroupNow.presets,
    events: [{ presets: ofEventNow.presets }],
  });
  const [ofRooms] = ofGroupNow.presets;
  expect(await dataOf(tom)).toMatchObject({ presets: [ofRooms], events: [{ presets: [] }] });
});

test("whoever leaves stays in the presets, which can be kept, but not added anew", async () => {
  await save({ default: RENT, presets: [byRoom()] });
  await done("removeMember", tom, { ...ofGroup(), body: { userId: tom.id } });
  const left = await read();
  expect(left.presets[0]!.splitWith).toHaveLength(3);
  await save({ default: RENT, presets: [{ ...byRoom(), name: "Rooms" }], rev: left.rev });
  const refused = [422, "invalid", "Everyone selected must be a member of the group."];
  // Nor in another one, although this one names them.
  const presets = [byRoom(), { ...byRoom(), _id: WITHOUT, name: "Others" }];
  expect(await refusal({ default: RENT, presets })).toEqual(refused);
  await save({ default: null, presets: [], rev: 2 });
  expect(await refusal({ default: RENT, presets: [byRoom()] })).toEqual(refused);
});

test("whoever claims a guest takes their place in the presets of the group and of its events", async () => {
  const nina = await aGuest(ana, group, "Nina");
  const presets = [rent({ [ana.id]: 50, [ben.id]: 20, [nina.id]: 30 })];
  await save({ default: RENT, presets });
  await done("editEventSplits", ana, { ...ofEvent(), body: { default: RENT, presets } });
  const { token } = await createLink(ana._id, group, nina._id);
  await done("claimGuest", ben, { params: { id: nina.id }, body: { token } });
  const merged = rent({ [ana.id]: 50, [ben.id]: 50 });
  for (const splits of [await read(), await done<UsualSplits>("eventSplits", ana, ofEvent())]) {
    expect(splits.default).toBe(RENT);
    expect(splits.presets).toMatchObject([
      { split: merged.split, splitWith: [{ name: "Ana" }, { name: "Ben" }] },
    ]);
  }
  const told = (await done<Activity[]>("groupActivity", ana, ofGroup())).find(
    ({ kind }) => kind === "group-split",
  );
  expect(told!.changes[1]!.after).toBe("Rent by room: Ana 50%, Ben 50%");
});
