import fc from "fast-check";
import { collections } from "@/lib/db/collections";
import type { Operation } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import { useTestDatabase } from "@/testing/database";
import { call, type ApiResponse } from "@/testing/api/call";
import { runs } from "@/packages/embedded-mongodb/src/testing/runs";
import { buildWorldWithPast, type WorldWithPast } from "@/testing/api/world";
import { dump, restore } from "@/testing/stored";
import { OPERATIONS } from "@/testing/operations";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

// An independent server takes much longer.
const REQUESTS = runs(5_000);

let world: WorldWithPast;
beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await buildWorldWithPast();
});

/** The body fields of every operation are attacked within an otherwise valid request of the creator. */
const TARGETS = (Object.keys(operations) as OperationName[]).filter((name) => "body" in operations[name]);

const fieldsOf = (name: OperationName): string[] => Object.keys((operations[name] as Operation).body!.shape);

function requestOf(name: OperationName) {
  const { request, fields } = OPERATIONS[name];
  const { params = {}, body } = request(world, "creator");
  return { params, body: { ...body, ...fields?.(world, "creator") } as Record<string, unknown> };
}

test("testing/operations.ts has a value for every field of the bodies", () => {
  const missing = TARGETS.flatMap((name) => {
    const { body } = requestOf(name);
    return fieldsOf(name)
      .filter((field) => field !== "rev" && !(field in body))
      .map((field) => `${name}.${field}`);
  });
  // They exclude another field, or what the request does; attacks give them, too.
  expect(missing.sort()).toEqual([
    "createExpense.friendId",
    "createImport.events",
    "createImport.monthly",
    "createImport.newEvent",
    "joinByLink.guestId",
    "joinByLink.ifActive",
    "recordPayment.owed",
    "settleUp.nets",
  ]);
});

test.each(TARGETS)("the body of %s is valid without an attack", async (name) => {
  const before = await dump();
  const response = await call(name, { as: world.people.creator, ...requestOf(name) });
  // Nobody with a session becomes a guest.
  expect(name === "joinByLink" ? [403] : [200, 201]).toContain(response.status);
  await restore(before);
});

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    { $gt: "" },
    { $ne: null },
    { $where: "sleep(1000)" },
    { $set: { createdBy: 1 } },
    "$where",
    "a.b.$[]",
    ["$in"],
    [[["deep"]]],
    { __proto__: { admin: true } },
    JSON.parse('{"__proto__":{"polluted":true}}'),
    { constructor: { prototype: { polluted: true } } },
    null,
    true,
    -0,
    1e308,
    -1,
    0.1 + 0.2,
    2 ** 53,
    "NaN",
    "Infinity",
    "1e5",
    "0x10",
    "\u0000",
    "\u0000title\u0000",
    "\ud800",
    "\u202Eevil\u202C",
    "\u3164",
    "\u200B\u00AD\u2060",
    "pay\u200Bpal\u200F",
    "\u200D\uFE0F",
    "\u2800",
    "مرحبا بالعالم",
    "👩‍👩‍👧‍👦🧾",
    "e\u0301".repeat(30),
    "x".repeat(1_000_000),
    "x".repeat(60_000),
    "<script>alert(1)</script>",
    "'; DROP TABLE users; --",
    "2026-13-45",
    "+275760-09-13",
    "0000-00-00",
    "",
    " \t\n ",
    [],
    {},
    Array.from({ length: 5_000 }, () => "a"),
    "000000000000000000000000",
    "zzzzzzzzzzzzzzzzzzzzzzzz",
  ),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 6 }),
);

const deep = "[".repeat(20_000) + "]".repeat(20_000);

/** Characters that must never reach the database in a line of text. */
const UNCLEAN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u00AD\u200B\u2060\uFEFF\u3164\uFFA0]/u;

/** Texts without visible characters. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\s\u2800]*$/u;

async function storedTexts(): Promise<string[]> {
  const { groups, events, expenses, users, settlements, activities } = await collections();
  const lines = (text: string | null | undefined) => (text ?? "").split("\n").filter((line) => line !== "");
  return [
    ...(await groups.find().toArray()).map(({ title }) => title),
    ...(await events.find().toArray()).map(({ title }) => title),
    ...(await expenses.find().toArray()).flatMap(({ description, note }) => [description, ...lines(note)]),
    ...(await settlements.find().toArray()).flatMap(({ note }) => lines(note)),
    ...(await activities.find().toArray()).flatMap(({ text }) => lines(text)),
    ...(await users.find().toArray()).map(({ name }) => name),
  ];
}

function expectDecent(response: ApiResponse): void {
  expect(response.status).toBeLessThan(500);
  if (response.status >= 400)
    expect(response.body).toMatchObject({ success: false, error: expect.any(String) });
}

test(
  `${REQUESTS} hostile requests: no failure of the server, nothing unclean stored`,
  async () => {
    const log = jest.spyOn(console, "error").mockImplementation(() => {});
    const attack = fc.record({
      target: fc.constantFrom(...TARGETS),
      fields: fc.array(fc.record({ pick: fc.nat(99), value: nasty }), { minLength: 1, maxLength: 3 }),
      extra: fc.option(fc.record({ key: fc.constantFrom("$set", "_id", "deletedAt", "net"), value: nasty })),
    });
    await fc.assert(
      fc.asyncProperty(attack, async ({ target, fields, extra }) => {
        const { params, body } = requestOf(target);
        const keys = fieldsOf(target);
        for (const { pick, value } of fields) body[keys[pick % keys.length]!] = value;
        if (extra) body[extra.key] = extra.value;
        expectDecent(await call(target, { as: world.people.creator, params, body }));
      }),
      { numRuns: REQUESTS },
    );
    expect(log).not.toHaveBeenCalled();
    expect((await storedTexts()).filter((text) => UNCLEAN.test(text) || INVISIBLE.test(text))).toEqual([]);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const { groups } = await collections();
    const deleted = await groups.find({ deletedAt: { $ne: null } }).toArray();
    expect(deleted.map(({ _id }) => String(_id))).toEqual([world.ids.deletedGroup]);
  },
  10 * 60_000,
);

test.each([
  ["deep JSON", deep],
  ["a number", "12"],
  ["a string", '"text"'],
  ["nothing", ""],
  ["half a document", '{"title": "'],
  ["a megabyte", JSON.stringify({ title: "x".repeat(1_000_000) })],
])("%s as a body changes nothing", async (_, body) => {
  const before = await dump();
  for (const name of TARGETS) {
    const response = await call(name, { as: world.people.creator, params: requestOf(name).params, body });
    expectDecent(response);
    expect(response.status).toBeGreaterThanOrEqual(400);
  }
  expect(await dump()).toEqual(before);
});
