import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Db, MongoClient } from "mongodb";
import { signIn } from "./support/actor";
import { serveDatabase } from "./support/database";
import { expect, test } from "./support/fixtures";
import { AppServer, withoutSettings } from "./support/server";
import { COOKIE, signedInUser } from "./support/session";

// Starting and stopping the server, as its operator sees it.

const SECRET = "a-secret-that-outlives-the-data-of-these-tests";

/** Runs `npm start` with these variables until it ends by itself. Returns its exit code and output. */
async function start(
  variables: Record<string, string>,
  { port = "0", cwd = process.cwd(), more = [] as string[] } = {},
): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [resolve("lib/cli/next.mjs"), "start", "-p", port, ...more], {
    cwd,
    env: { ...withoutSettings(), NODE_ENV: "production", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 30_000,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, said };
}

test.describe("a server that cannot start gives the reason in one sentence and exits", () => {
  let folder: string;
  test.beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "evenly-boot-"));
  });
  test.afterEach(() => rm(folder, { recursive: true, force: true }));

  const nowhere = "mongodb://localhost:1/evenly";
  const cases: [string, (folder: string) => Record<string, string>, string][] = [
    [
      "MONGODB_URI without AUTH_SECRET",
      () => ({ MONGODB_URI: nowhere }),
      "Set AUTH_SECRET to a long random text",
    ],
    [
      "no MongoDB there",
      () => ({ MONGODB_URI: nowhere, AUTH_SECRET: SECRET }),
      "The MongoDB server of MONGODB_URI cannot be reached",
    ],
    [
      "a secret that can be guessed",
      () => ({ AUTH_SECRET: "changeme" }),
      "a secret needs at least 32 characters",
    ],
    [
      "AUTH_URL with a path",
      () => ({ AUTH_URL: "https://evenly.example/app" }),
      "must be the address without a path",
    ],
    ["a file where the data should go", (path) => ({ DATA_DIR: join(path, "file") }), "it must be a folder"],
  ];

  for (const [label, variables, sentence] of cases) {
    test(label, async () => {
      await writeFile(join(folder, "file"), "");
      const { code, said } = await start({ DATA_DIR: join(folder, "data"), ...variables(folder) });
      expect(said).toContain(`Evenly cannot start. `);
      expect(said).toContain(sentence);
      expect(said).not.toMatch(/^\s+at /m);
      expect(code).toBe(1);
    });
  }

  test("no build", async () => {
    const { code, said } = await start({}, { cwd: folder });
    expect([code, said]).toEqual([
      1,
      "Evenly cannot start. There is no production build: run `npm run build` first.\n",
    ]);
  });

  test("an option that it does not have", async () => {
    const { code, said } = await start({}, { more: ["--turbo"] });
    expect([code, said]).toEqual([1, "Evenly cannot start. Unknown option '--turbo'\n"]);
  });

  test("a port that is in use, or is none", async () => {
    const other = createServer().listen(0);
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    try {
      for (const [asked, sentence] of [
        [String(port), `Port ${port} is in use: stop the program that uses it, or set PORT to another one.`],
        ["99999", "99999 is not a port: set PORT to a number below 65536."],
      ] as const) {
        const { code, said } = await start({ DATA_DIR: join(folder, "data") }, { port: asked });
        expect([code, said]).toEqual([1, `Evenly cannot start. ${sentence}\n`]);
      }
    } finally {
      other.close();
    }
    expect(existsSync(join(folder, "data"))).toBe(false);
  });
});

test("with DEMO, the log says where anyone can sign in", async ({ startServer }) => {
  for (const [AUTH_URL, where] of [
    ["", "at localhost or an IP address. For a host name, set AUTH_URL."],
    ["https://demo.example", "at https://demo.example."],
  ] as const) {
    const server = await startServer({ DEMO: "1", AUTH_URL });
    await expect
      .poll(() => readFile(server.logFile, "utf8"))
      .toContain(`Anyone can sign in as a demo person, ${where}`);
  }
});

for (const [variables, reason] of [
  [{}, "Set MONGODB_URI: Vercel keeps no files"],
  [{ AUTH_SECRET: SECRET }, "Set MONGODB_URI: Vercel keeps no files"],
  [{ MONGODB_URI: "mongodb://localhost:1/evenly" }, "Set AUTH_SECRET to a long random text"],
] as [Record<string, string>, string][]) {
  const given = Object.keys(variables).join() || "nothing";
  test(`a serverless host with ${given} keeps running, and says what is missing: ${reason}`, async () => {
    const server = await AppServer.spawn({ VERCEL: "1", ...variables });
    try {
      const said = () => readFile(server.logFile, "utf8").catch(() => "");
      await expect.poll(said, { timeout: 60_000 }).toContain(reason);
      for (const path of ["/api/health", "/api/groups", "/", "/friends", "/join/of-a-link"]) {
        const answer = await fetch(server.url + path);
        expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "5"]);
        expect(await answer.text()).toContain(reason);
      }
      expect((await fetch(`${server.url}/api/live`)).status).toBe(200);
      expect((await said()).split(reason)).toHaveLength(2);
      expect(await said()).not.toContain('"stack"');
    } finally {
      await server.dispose();
    }
  });
}

test("a first start generates a private secret, and sessions survive a restart", async ({
  startServer,
  newContext,
}) => {
  const server = await startServer({}, null);
  const secret = await stat(join(server.dataDir, "secret"));
  if (process.platform !== "win32") expect(secret.mode & 0o777).toBe(0o600);
  const { page } = await signIn(await newContext(), server.url, "rita.moreno@demo.test");
  await server.stop();
  await server.run();
  await page.goto(`${server.url}/account`);
  await expect(page.getByText("Welcome Rita!")).toBeVisible();
});

test("a session of an unknown user leads to the entry screen, where they can sign in", async ({
  startServer,
  newContext,
  guard,
}) => {
  test.slow(); // Starts a server three times.
  guard.allowStatus(401);
  const server = await startServer({ AUTH_SECRET: SECRET });
  const { context, page } = await signIn(await newContext(), server.url, "rita.moreno@demo.test");
  await server.stop();
  await rm(server.dataDir, { recursive: true });
  await server.run();
  await page.goto(`${server.url}/friends`);
  await expect(page).toHaveURL(`${server.url}/`);
  expect((await context.request.get(`${server.url}/api/groups`)).status()).toBe(401);
  await page.getByRole("button", { name: "Ana Silva" }).click();
  await expect(page).toHaveURL(`${server.url}/friends`);
});

/** Does this with the data of a folder, also while a server uses it. */
async function withData<T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { uri, stop } = await serveDatabase(folder);
  const client = await MongoClient.connect(uri);
  try {
    return await work(client.db("evenly"));
  } finally {
    await client.close();
    await stop();
  }
}

test("while another process migrates the data, screens and calls say so, and work afterwards", async () => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), "evenly-boot-"));
  const lease = { _id: "preparation" as never };
  const cookie = await withData(folder, async (db) => {
    await db.collection("jobs").insertOne({ ...lease, until: new Date(Date.now() + 600_000) });
    return (await signedInUser(db, SECRET, "Rita Moreno")).value;
  });
  const server = await AppServer.spawn({ AUTH_SECRET: SECRET }, folder);
  const ask = (path: string) => fetch(server.url + path, { headers: { cookie: `${COOKIE}=${cookie}` } });
  const statusOf = (path: string) =>
    ask(path).then(
      ({ status }) => status,
      () => null,
    );
  try {
    await expect.poll(() => statusOf("/api/groups"), { timeout: 60_000 }).toBe(503);
    for (const path of ["/friends", "/api/groups", "/join/of-a-link"]) {
      const response = await ask(path);
      expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "5"]);
      expect(await response.text()).toContain("Evenly is being updated.");
    }
    expect([await statusOf("/api/live"), await statusOf("/api/health")]).toEqual([200, 503]);
    await withData(server.dataDir, (db) => db.collection("jobs").deleteOne(lease));
    await expect.poll(() => statusOf("/friends")).toBe(200);
    expect([await statusOf("/api/groups"), await statusOf("/api/health")]).toEqual([200, 200]);
  } finally {
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  }
});

test("eight keep-alive clients lose no request when the server stops, and it ends", async ({
  startServer,
}) => {
  const server = await startServer();
  let stopped: Promise<unknown> | undefined;
  const clients = Array.from({ length: 8 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let connection: string | undefined;
    for (let count = 0; connection !== "close"; count++) {
      connection = await askOnce(server.url, agent);
      // All are busy when it stops.
      if (count === 20) stopped ??= server.stop();
    }
    agent.destroy();
  });
  await Promise.all(clients);
  await stopped;
});

/** Sends one request. Resolves with the Connection header of the response. */
function askOnce(url: string, agent: Agent): Promise<string | undefined> {
  return new Promise((answered, failed) => {
    get(`${url}/manifest.webmanifest`, { agent }, (response) => {
      response.resume().on("end", () => answered(response.headers.connection));
    }).on("error", failed);
  });
}

test("email without the public address is announced, and one of its two settings is refused", async ({
  startServer,
}) => {
  const SMTP_URL = "smtp://127.0.0.1:1";
  const server = await startServer({ SMTP_URL, MAIL_FROM: "evenly@evenly.example" });
  expect(await readFile(server.logFile, "utf8")).toContain("Emails are not sent: set AUTH_URL");
  await expect(startServer({ SMTP_URL })).rejects.toThrow("Set both SMTP_URL and MAIL_FROM, or neither.");
});

test("the server answers while its embedded database computes", async ({ startServer }) => {
  const server = await startServer();
  const { uri, stop } = await serveDatabase(server.dataDir);
  const client = await MongoClient.connect(uri);
  try {
    const items = client.db("test").collection("items");
    await items.insertMany(Array.from({ length: 800 }, (_, index) => ({ index })));
    // Without an index, each row reads all rows.
    const join = { from: "items", localField: "index", foreignField: "index", as: "same" };
    const order: string[] = [];
    await Promise.all([
      items
        // In one batch, which is computed without a pause.
        .aggregate([{ $lookup: join }], { batchSize: 1_000 })
        .toArray()
        .then(() => order.push("the database")),
      fetch(`${server.url}/manifest.webmanifest`).then(() => order.push("the server")),
    ]);
    expect(order).toEqual(["the server", "the database"]);
  } finally {
    await client.close();
    await stop();
  }
});
