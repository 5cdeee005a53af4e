import type { NextRequest } from "next/server";
import { collections } from "@/lib/db/collections";
import { getDb } from "@/lib/db/client";
import { limitOf } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import { guarded } from "@/testing/guarded";
import { clearDatabase, countCommands, useTestDatabase } from "@/testing/database";
import { aPerson } from "@/testing/people";
import { call } from "@/testing/api/call";
import { buildWorld } from "@/testing/api/world";
import { GET as health } from "./health/route";
import { GET as openapi } from "./openapi.json/route";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();
const counted = globalThis as { evenlyLimits?: unknown };
beforeEach(async () => {
  await clearDatabase();
  delete counted.evenlyLimits;
});

const from = (address: string) => ({ headers: guarded({ "x-forwarded-for": address }) });

test("an address without a session can send 600 requests a minute, whatever they are", async () => {
  const responses = [];
  for (let count = 0; count < 601; count++)
    responses.push((await call("listGroups", { as: null, ...from("203.0.113.7") })).status);
  expect(responses.slice(0, 600).every((status) => status === 401)).toBe(true);
  expect(responses[600]).toBe(429);
  const open = (address: string) =>
    new Request("http://evenly.test/api/health", from(address)) as NextRequest;
  expect([(await health(open("203.0.113.7"))).status, (await health(open("203.0.113.8"))).status]).toEqual([
    429, 200,
  ]);
});

test("a user can read 600 times a minute, and no read writes anything", async () => {
  const ana = await aPerson("Ana");
  const read = () => call("listGroups", { as: ana });
  const { commands, result } = await countCommands(read);
  expect([result.status, commands]).toEqual([200, ["aggregate"]]);
  for (let count = 1; count < 600; count++) await read();
  const refused = await read();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await (await getDb()).collection("rateLimits").countDocuments()).toBe(0);
});

test("a user can search expenses 60 times a minute, without a write", async () => {
  const ana = await aPerson("Ana");
  const search = () => call("searchExpenses", { as: ana, query: { q: "soup" } });
  const { commands } = await countCommands(search);
  expect(commands).toEqual(["aggregate", "aggregate"]);
  const responses = [];
  for (let count = 1; count <= 60; count++) responses.push((await search()).status);
  expect(responses).toEqual([...Array<number>(59).fill(200), 429]);
});

const WRITES = ["insert", "update", "delete", "findAndModify", "create", "createIndexes"];

test("no call with the read limit writes to the database", async () => {
  const { people, ids } = await buildWorld();
  const reads = (Object.keys(operations) as OperationName[]).filter(
    (name) => limitOf(operations[name]) === "read",
  );
  expect(reads.length).toBeGreaterThan(10);
  for (const name of reads) {
    expect(operations[name].method).toBe("GET");
    const { commands, result } = await countCommands(() =>
      call(name, {
        as: people.member,
        params: {
          id: name === "why" ? ids.settlement : people.creator.id,
          groupId: ids.group,
          eventId: ids.event,
          expenseId: ids.expense,
          importId: ids.import,
        },
        query: { groupId: ids.group, eventId: ids.event },
      }),
    );
    // Only who signs in from a guest's session, or holds their link, may see what a claim does.
    expect([name, result.status]).toEqual([name, name === "claimPreview" ? 404 : 200]);
    expect(commands.filter((command) => WRITES.includes(command))).toEqual([]);
  }
});

describe("searching", () => {
  const search = async (query: string, as: Awaited<ReturnType<typeof aPerson>>) =>
    (await call("searchUsers", { as, query: { query } })).body as { name: string; email: string }[];

  test("after 50 searches a day, only complete addresses are found", async () => {
    const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
    const { users } = await collections();
    await users.updateOne({ _id: ben._id }, { $set: { email: "ben.carter@example.org" } });
    const minute = () =>
      getDb().then((db) =>
        db.collection("rateLimits").deleteMany({ key: { $gte: "search:", $lt: "search;" } }),
      );
    for (let count = 0; count < 50; count++) {
      if (count % 25 === 0) await minute();
      expect(await search("ben.c", ana)).toMatchObject([{ name: "Ben", email: "ben****@example.org" }]);
    }
    await minute();
    expect(await search("ben.c", ana)).toEqual([]);
    expect(await search("ben.carter@example.or", ana)).toEqual([]);
    expect(await search("Ben.Carter@Example.org", ana)).toMatchObject([{ name: "Ben" }]);
    expect(await search("ben.c", await aPerson("Cleo"))).toMatchObject([{ name: "Ben" }]);
  });
});

describe("google-auth", () => {
  test("answers what the provider said at sign-in; a body changes nothing", async () => {
    const ana = { ...(await aPerson("Ana")), picture: "https://lh3.googleusercontent.com/a/ana" };
    const body = { email: ana.email, name: "Mallory", picture: "https://evil.test/x.png", sub: "1" };
    const { result, commands } = await countCommands(() => call("googleAuth", { as: ana, body }));
    expect([result.status, result.body]).toEqual([
      200,
      { _id: ana.id, name: "Ana", email: ana.email, picture: ana.picture },
    ]);
    // The write limit is counted; the user is not touched.
    expect(commands).toEqual(["findAndModify"]);
    expect(await (await collections()).users.findOne({ _id: ana._id })).toMatchObject({
      name: "Ana",
      image: null,
    });
    expect((await call("googleAuth", { as: ana, body: { email: "ben@example.org" } })).status).toBe(403);
  });

  test("answers people with unusual addresses, and ignores all other claims", async () => {
    const jo = { ...(await aPerson("Jo")), email: "jörg&co@xn--80a1acny.xn--p1ai" };
    const body = { email: jo.email, name: "x".repeat(5000), picture: null, sub: 1 };
    expect(await call("googleAuth", { as: jo, body })).toMatchObject({ status: 200, body: { name: "Jo" } });
  });
});

test("openapi.json can be revalidated", async () => {
  const get = (headers: Record<string, string> = {}) =>
    openapi(new Request("http://evenly.test/api/openapi.json", { headers }) as NextRequest);
  const first = await get();
  const etag = first.headers.get("etag")!;
  expect([first.status, first.headers.get("cache-control")]).toEqual([200, "public, no-cache"]);
  expect(await first.json()).toMatchObject({ openapi: "3.1.0" });
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await get({ "if-none-match": known });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  }
  expect((await get({ "if-none-match": '"other"' })).status).toBe(200);
});
