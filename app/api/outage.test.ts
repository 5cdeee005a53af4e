import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDb, getDb } from "@/lib/db/client";
import { startEmbedded } from "embedded-mongodb";
import { prepareDatabase } from "@/lib/db/prepare";
import { loadFriendsPage } from "@/lib/views/friends";
import { requestCounts } from "@/lib/views/requests";
import { TcpProxy } from "@/testing/tcp-proxy";
import { aGroup, anEvent, aPerson } from "@/testing/people";
import { GET as health } from "./health/route";
import { call } from "@/testing/api/call";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

// A MongoDB server that goes away and comes back: the embedded one, behind a proxy that can be cut.

/** The longest time until a call fails. */
const WITHIN_MS = 3_000;

let folder: string;
let embedded: Awaited<ReturnType<typeof startEmbedded>>;
let line: TcpProxy;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "evenly-outage-"));
  embedded = await startEmbedded({ dataDir: folder, port: 0 });
  line = new TcpProxy(embedded.uri);
  process.env.MONGODB_URI = await line.open();
  delete process.env.MONGODB_DB;
  await prepareDatabase(await getDb());
});

afterAll(async () => {
  await closeDb();
  await line.cut();
  await embedded.close();
  await rm(folder, { recursive: true, force: true });
});

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  expect(performance.now() - started).toBeLessThan(WITHIN_MS);
  return result;
}

test("without the server, every call fails soon, and works again when it is back", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const event = String(await anEvent(await aGroup("Flat", [ana, ben]), "March", [ana, ben]));
  const read = () => call("listExpenses", { as: ana, query: { eventId: event } });
  const body = { eventId: event, description: "Rope", amount: 12, splitWith: [ana.id, ben.id] };
  const write = () => call("createExpense", { as: ana, body });
  const up = () => health(new Request("http://evenly.test/api/health"));
  expect([(await read()).status, (await write()).status, (await up()).status]).toEqual([200, 201, 200]);

  await line.cut();
  for (const refused of [await timed(read), await timed(write), await timed(read), await timed(write)]) {
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(refused.body).toMatchObject({
      success: false,
      code: "unavailable",
      error: "The database can't be reached. Please try again in a moment.",
      id: expect.any(String),
    });
  }
  const unhealthy = await timed(up);
  expect([unhealthy.status, unhealthy.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await timed(() => requestCounts(ana))).toEqual({ total: 0, friend: 0, group: 0, notices: 0 });
  expect(log).toHaveBeenCalledWith(
    expect.stringContaining('"msg":"The request counts could not be loaded."'),
  );
  await expect(timed(() => loadFriendsPage(ana))).rejects.toThrow();

  for (const download of ["exportMyData", "exportMyExpenses"] as const) {
    const refused = await timed(() => call(download, { as: ana }));
    expect([download, refused.status, refused.headers.get("retry-after")]).toEqual([download, 503, "5"]);
  }

  await line.open();
  expect([(await read()).status, (await write()).status, (await up()).status]).toEqual([200, 201, 200]);
  expect((await read()).body).toHaveLength(2);
  log.mockRestore();
});

test("calls that get no connection in time answer 503, and what waits for the server is answered", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const ana = await aPerson("Ana");
  const uri = process.env.MONGODB_URI!;
  await closeDb();
  process.env.MONGODB_URI = `${uri}&maxPoolSize=1&waitQueueTimeoutMS=50`;
  const read = () => call("listGroups", { as: ana });
  expect((await read()).status).toBe(200);
  const release = line.hold();
  const first = read();
  const refused = await read();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(refused.body).toMatchObject({ code: "unavailable" });
  release();
  expect((await first).status).toBe(200);
  expect((await read()).status).toBe(200);
  await closeDb();
  process.env.MONGODB_URI = uri;
  log.mockRestore();
});

test("with a full disk, writes are refused as an outage and lose nothing, and reads are answered", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const event = String(await anEvent(await aGroup("Flat", [ana, ben]), "April", [ana, ben]));
  const body = { eventId: event, description: "Rope", amount: 12, splitWith: [ana.id, ben.id] };
  const write = () => call("createExpense", { as: ana, body });
  const read = async () => (await call("listExpenses", { as: ana, query: { eventId: event } })).body;
  expect((await write()).status).toBe(201);

  const full = jest.spyOn(fs, "writeSync").mockImplementation(() => {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  });
  // The data file has room for a while.
  const junk = (await getDb()).collection("junk");
  for (const size of [200_000, 20_000, 2_000]) {
    const fill = async () => {
      for (;;) await junk.insertOne({ text: "x".repeat(size) });
    };
    await expect(fill()).rejects.toThrow("The disk is full");
  }
  const refused = await write();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(refused.body).toMatchObject({ code: "unavailable" });
  expect(await read()).toHaveLength(1);

  full.mockRestore();
  expect((await write()).status).toBe(201);
  expect(await read()).toHaveLength(2);
  log.mockRestore();
});

// The last test: the database answers nothing more afterwards. Not even reads, which could find a write that was refused.
test("when the data file was replaced, writes, reads, and the health check are refused as an outage", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const event = String(await anEvent(await aGroup("Flat", [ana, ben]), "May", [ana, ben]));
  const body = { eventId: event, description: "Rope", amount: 12, splitWith: [ana.id, ben.id] };
  const write = () => call("createExpense", { as: ana, body });
  expect((await write()).status).toBe(201);

  const file = join(folder, "data.mdb");
  fs.copyFileSync(file, `${file}-copy`);
  fs.renameSync(`${file}-copy`, file);
  const read = () => call("listExpenses", { as: ana, query: { eventId: event } });
  for (const refused of [await write(), await read()])
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect((await health(new Request("http://evenly.test/api/health"))).status).toBe(503);
  log.mockRestore();
});
