import type { ObjectId } from "mongodb";
import type { Viewer } from "@/lib/server/access";
import type { UsualSplits } from "@/lib/contract/usual-split";
import { createLink } from "@/lib/db/links";
import { useTestDatabase } from "@/testing/database";
import { aGroup, aGuest, aPerson, aTrio } from "@/testing/people";
import { expectSound } from "@/testing/violations";
import { call, done } from "@/testing/api/call";

// What a hostile member, or two at once, can try with the usual split.

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

const idOf = (number: number) => number.toString(16).padStart(24, "0");

function preset(mode: "percent" | "shares", values: Record<string, unknown>, rest: object = {}) {
  const list = Object.entries(values).map(([user, value]) => ({ user, value }));
  return {
    _id: idOf(1),
    name: "Rent",
    splitWith: Object.keys(values),
    split: { mode, values: list },
    ...rest,
  };
}
const even = (number: number, name: string, people: readonly Viewer[] = [ana, ben]) => ({
  _id: idOf(number),
  name,
  splitWith: people.map(({ id }) => id),
  split: { mode: "equal", values: [] },
});
const halves = () => preset("percent", { [ana.id]: 50, [ben.id]: 50 });

const read = (as = ana) => done<UsualSplits>("groupSplits", as, { params: { groupId } });
const put = (body: object, as = ana) => call("editGroupSplits", { as, params: { groupId }, body });
const putEvent = (body: object, as = ana) => call("editEventSplits", { as, params: { eventId }, body });
const save = async (body: object, as = ana) => expect((await put(body, as)).status).toBe(200);

test.each<[string, () => object]>([
  ["99.99%", () => preset("percent", { [ana.id]: 50, [ben.id]: 49.99 })],
  ["100.01%", () => preset("percent", { [ana.id]: 50, [ben.id]: 50.01 })],
  ["a third of a cent of a percent", () => preset("percent", { [ana.id]: 66.667, [ben.id]: 33.333 })],
  ["less than nothing", () => preset("percent", { [ana.id]: 150, [ben.id]: -50 })],
  ["text for a number", () => preset("percent", { [ana.id]: "50", [ben.id]: 50 })],
  ["no shares", () => preset("shares", { [ana.id]: 0, [ben.id]: 0 })],
  ["1,001 shares", () => preset("shares", { [ana.id]: 1001, [ben.id]: 1 })],
  ["a value of somebody else", () => ({ ...halves(), splitWith: [ana.id, tom.id] })],
  ["the same person twice", () => ({ ...halves(), splitWith: [ana.id, ana.id] })],
  ["values beside an equal split", () => ({ ...halves(), split: { ...halves().split, mode: "equal" } })],
  ["an id that is none", () => ({ ...even(1, "Rent"), splitWith: ["$ne"] })],
  ["a long name", () => even(1, "x".repeat(300))],
  ["a name that nobody sees", () => even(1, "\u200b\u2060 \u00a0")],
  ["a name that is no text", () => ({ ...even(1, ""), name: { $gt: "" } })],
])("%s is refused, and nothing changes", async (_, attack) => {
  const { status, body } = await put({ default: null, presets: [even(2, "Fine"), attack()] });
  expect([status, body]).toMatchObject([422, { code: "invalid" }]);
  expect(await read()).toEqual({ default: null, presets: [], rev: 0 });
});

test("a name cannot turn the text around it, or look like another", async () => {
  await save({ default: null, presets: [even(1, "Rent\u202e\n\u0000 of\tMay")] });
  expect((await read()).presets[0]!.name).toMatch(/^[^\p{Cc}\u202e]+$/u);
  const twice = await put({ default: null, presets: [even(1, "Café"), even(2, "Cafe\u0301 ")] });
  expect(twice.body).toMatchObject({ error: "Two presets have the same name." });
});

test("thousands of presets, and of people, are refused", async () => {
  const presets = Array.from({ length: 10_000 }, (_, index) => even(index, `Preset ${index}`));
  expect((await put({ default: null, presets })).status).toBeGreaterThanOrEqual(413);
  const people = Array.from({ length: 300 }, (_, index) => idOf(index));
  expect((await put({ default: null, presets: [{ ...even(1, "All"), splitWith: people }] })).status).toBe(
    422,
  );
});

test("neither a group nor its event has presets of outsiders, or with another one's default", async () => {
  const zoe = await aPerson("Zoe");
  await aGroup("Others", [ana, zoe]);
  const presets = [even(1, "With Zoe", [ana, zoe])];
  expect((await put({ default: null, presets })).status).toBe(422);
  expect((await putEvent({ default: null, presets })).status).toBe(422);
  await save({ default: null, presets: [even(3, "Ours")] });
  expect((await putEvent({ default: idOf(3), presets: [] })).status).toBe(422);
  expect((await put({ default: idOf(3), presets: [even(3, "Ours")] }, zoe)).status).toBe(404);
  expect((await call("groupSplits", { as: zoe, params: { groupId } })).status).toBe(404);
});

test("of two who save at once, one learns that the other has", async () => {
  const answers = await Promise.all([
    put({ default: null, presets: [even(1, "Of Ana")], rev: 0 }),
    put({ default: null, presets: [even(2, "Of Ben")], rev: 0 }, ben),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await read()).presets).toHaveLength(1);
});

test("whoever was removed neither reads nor changes them, and whose account is deleted stays without a name", async () => {
  const everyone = preset("shares", { [ana.id]: 1, [ben.id]: 1, [tom.id]: 2 });
  await save({ default: idOf(1), presets: [everyone] });
  await done("removeMember", ana, { params: { groupId }, body: { userId: ben.id } });
  expect((await put({ default: null, presets: [] }, ben)).status).toBe(404);
  expect((await call("eventSplits", { as: ben, params: { eventId } })).status).toBe(404);
  await done("deleteAccount", tom, {});
  const [left] = (await read()).presets;
  expect(left!.splitWith.map(({ name }) => name)).toEqual(["Ana", "Ben", "Deleted user"]);
  await save({ default: idOf(1), presets: [{ ...everyone, name: "Still kept" }], rev: 1 });
});

test("two places that become one fit into the presets, which can still be saved", async () => {
  const nina = await aGuest(ana, group, "Nina");
  await save({ default: null, presets: [preset("shares", { [ana.id]: 1, [ben.id]: 600, [nina.id]: 600 })] });
  const { token } = await createLink(ana._id, group, nina._id);
  await done("claimGuest", ben, { params: { id: nina.id }, body: { token } });
  const { presets, rev } = await read();
  expect(presets[0]!.split.values).toEqual([
    { user: ana.id, value: 0.01 },
    { user: ben.id, value: 12 },
  ]);
  const kept = presets.map((one) => ({ ...one, splitWith: one.splitWith.map(({ _id }) => _id) }));
  await save({ default: null, presets: [...kept, even(9, "Another")], rev });
});
