import { inspect } from "node:util";
import { Db, MongoClient } from "mongodb";
import { boot } from "@/lib/server/boot";
import { freePort } from "@/testing/free-port";
import { closeDb, getDb, prepareWith } from "./client";
import { startEmbedded } from "embedded-mongodb";
import { cleanUp, hold, kill, newDir, open } from "@/packages/embedded-mongodb/src/testing/processes";
import { Updating } from "@/lib/errors";
import { DatabaseUnavailable } from "./server-errors";

// boot() would guard the servers of later test files in this process, too.
jest.mock("node:diagnostics_channel", () => ({
  ...jest.requireActual<object>("node:diagnostics_channel"),
  subscribe: jest.fn(),
}));

afterAll(async () => {
  await closeDb();
  await cleanUp();
});

test("when the owner of the embedded database ends, the next request opens it here", async () => {
  process.env.DATA_DIR = await newDir();
  delete process.env.MONGODB_URI;
  const logged = jest.spyOn(console, "error").mockImplementation();
  const owner = await hold(process.env.DATA_DIR);
  const joined = await getDb();
  await joined.collection("items").insertOne({ here: true });
  await kill(owner);
  while ((await getDb()) === joined) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(logged).toHaveBeenCalledWith(
    expect.stringMatching(/"msg":"The server of .* has ended\. The next request opens it in this process\."/),
  );
  expect(await (await getDb()).collection("items").countDocuments({ here: true })).toBe(1);
});

test("requests do not wait for a long preparation, which goes on, and is repeated if it fails", async () => {
  await closeDb();
  process.env.DATA_DIR = await newDir();
  delete process.env.MONGODB_URI;
  let begun = 0;
  let end: (error?: Error) => void = () => undefined;
  prepareWith(() => {
    begun += 1;
    return new Promise((done, failed) => (end = (error) => (error ? failed(error) : done())));
  });
  const refused = await Promise.allSettled([getDb(1), getDb(1), getDb(1)]);
  expect(refused.map((one) => (one as PromiseRejectedResult).reason as unknown)).toEqual(
    [1, 2, 3].map(() => expect.any(Updating) as unknown),
  );
  const failing = getDb();
  end(new Error("gone"));
  await expect(failing).rejects.toThrow(DatabaseUnavailable);
  const waiting = getDb(1).catch(() => getDb(Infinity));
  while (begun < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  end();
  expect(await (await waiting).command({ ping: 1 })).toMatchObject({ ok: 1 });
  expect(begun).toBe(2);
  prepareWith(async () => undefined);
});

describe("MONGODB_URI", () => {
  let address: string;
  beforeAll(async () => {
    address = (await open(await newDir(), 0)).uri;
  });
  beforeEach(closeDb);
  afterEach(() => {
    delete process.env.VERCEL;
  });

  const optionsOf = async (more: string) => {
    process.env.MONGODB_URI = `${address}${more}`;
    return (await getDb()).client.options;
  };

  test("decides on options; the others have defaults, with few connections on functions", async () => {
    expect(await optionsOf("")).toMatchObject({ maxPoolSize: 20, serverSelectionTimeoutMS: 1_200 });
    await closeDb();
    process.env.VERCEL = "1";
    expect(await optionsOf("")).toMatchObject({ maxPoolSize: 3, maxIdleTimeMS: 60_000 });
    await closeDb();
    const own = "&maxpoolsize=7&serverSelectionTimeoutMS=900&heartbeatFrequencyMS=5000&waitQueueTimeoutMS=70";
    expect(await optionsOf(`${own}&connectTimeoutMS=800&maxIdleTimeMS=90000`)).toMatchObject({
      maxPoolSize: 7,
      serverSelectionTimeoutMS: 900,
      heartbeatFrequencyMS: 5_000,
      waitQueueTimeoutMS: 70,
      connectTimeoutMS: 800,
      maxIdleTimeMS: 90_000,
    });
  });

  test.each([
    ["readPreference=secondary", "has readPreference=secondary, but transactions read from the primary."],
    ["readPreference=nearest", "has readPreference=nearest"],
    ["readConcernLevel=linearizable", "has readConcernLevel=linearizable"],
    ["w=0", "has w=0"],
  ])("is refused with a sentence: %s", async (option, sentence) => {
    await expect(optionsOf(`&${option}`)).rejects.toThrow(`MONGODB_URI ${sentence}`);
  });

  test.each(["w=majority&journal=true", "readConcernLevel=majority", "readPreference=primary"])(
    "may have %s",
    async (option) => expect(await optionsOf(`&${option}`)).toMatchObject({ maxPoolSize: 20 }),
  );
});

test("a password in an invalid URI is not reported", async () => {
  await closeDb();
  for (const uri of ["mongodb://me:secret@/evenly", "mongodb://me:my@secret:word@host/"]) {
    process.env.MONGODB_URI = uri;
    const error = await getDb().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnavailable);
    expect(inspect(error)).not.toContain("secret");
  }
});

test("a MongoDB server that is still starting is waited for", async () => {
  const port = await freePort();
  await closeDb();
  process.env.MONGODB_URI = `mongodb://127.0.0.1:${port}/?directConnection=true`;
  const db = getDb();
  db.catch(() => undefined);
  // The first attempt fails after 1.2 seconds, the last one after 4.8.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const server = await startEmbedded({ dataDir: await newDir(), port });
  try {
    expect(await (await db).command({ ping: 1 })).toMatchObject({ ok: 1 });
  } finally {
    await closeDb();
    await server.close();
  }
});

test("a serverless host tries twice, and its first request waits for the start's attempts", async () => {
  await closeDb();
  const uri = `mongodb://127.0.0.1:${await freePort()}/?directConnection=true`;
  const signals = jest.spyOn(process, "on").mockReturnThis();
  const logged = jest.spyOn(console, "error").mockImplementation();
  const connecting = jest.spyOn(MongoClient.prototype, "connect");
  Object.assign(process.env, { VERCEL: "1", MONGODB_URI: uri, AUTH_SECRET: "s".repeat(32) });
  try {
    await boot();
    await expect(getDb()).rejects.toThrow(DatabaseUnavailable);
    expect(connecting).toHaveBeenCalledTimes(2);
    expect(logged).toHaveBeenCalledWith(
      expect.stringMatching(/"msg":"Evenly cannot start\. The MongoDB server/),
    );
  } finally {
    for (const spy of [signals, connecting]) spy.mockRestore();
    delete process.env.VERCEL;
    delete process.env.AUTH_SECRET;
  }
});

test("a serverless host that starts without its database prepares it when it is there", async () => {
  await closeDb();
  const server = await open(await newDir(), 0);
  const signals = jest.spyOn(process, "on").mockReturnThis();
  const logged = jest.spyOn(console, "error").mockImplementation();
  Object.assign(process.env, { VERCEL: "1", MONGODB_URI: "" });
  await boot();
  await expect(getDb()).rejects.toThrow(DatabaseUnavailable);
  expect(logged).toHaveBeenCalledWith(expect.stringMatching(/"msg":"Evenly cannot start\. Set MONGODB_URI/));
  signals.mockRestore();
  delete process.env.VERCEL;

  process.env.MONGODB_URI = server.uri;
  const failing = jest.spyOn(Db.prototype, "createCollection").mockRejectedValueOnce(new Error("gone again"));
  await expect(getDb()).rejects.toThrow("gone again");
  failing.mockRestore();
  expect(await (await getDb()).collection("users").indexExists("one_account_per_address")).toBe(true);
});
