import { setTimeout as wait } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { forgeAddresses, rawRequest } from "../../support/raw-request";
import { COOKIE, signedInUser } from "../../support/session";
import { FakeLambda } from "./fake-lambda";
import { expect, SECRET, passesTheJourneyOn, test } from "./fixtures";

// The function of the standalone build.

/** How long the function is frozen between two requests whose connections are lost. 30 s with FREEZE_MS=30000. */
const FREEZE_MS = Number(process.env.FREEZE_MS ?? 500);
const COLD_STARTS = 5;

let lambda: FakeLambda | undefined;
test.afterEach(async ({}, info) => {
  if (info.status !== info.expectedStatus) console.log(lambda?.log);
  await lambda?.stop();
  lambda = undefined;
});

const statusOf = async (url: string, path: string) => (await rawRequest(url, "GET", path)).status;

for (const mode of ["buffered", "streamed"]) {
  test(`two people sign in, split, settle, and open every screen, with answers ${mode}`, async ({
    newContext,
    needs,
    guard,
  }) => {
    test.slow();
    guard.allowStatus(404);
    const streaming = mode === "streamed" ? "1" : "0";
    lambda = await FakeLambda.start({ ...needs.environment, LAMBDA_STREAMING: streaming }, 2);
    await passesTheJourneyOn(lambda, needs, newContext);
    // Screens send several requests at once.
    expect(lambda.instances).toHaveLength(2);
  });
}

test("screens and calls are compressed, and say the same", async ({ needs }) => {
  const { environment } = needs;
  const database = await MongoClient.connect(environment.MONGODB_URI!);
  const { value } = await signedInUser(database.db(environment.MONGODB_DB), SECRET, "Ana Silva");
  await database.close();
  for (const LAMBDA_STREAMING of ["0", "1"]) {
    const { url } = (lambda = await FakeLambda.start({ ...environment, LAMBDA_STREAMING }));
    for (const path of ["/", "/api/openapi.json", "/api/groups"]) {
      const ask = async (accepted: string) => {
        const headers = { "accept-encoding": accepted, cookie: path === "/" ? "" : `${COOKIE}=${value}` };
        const response = await fetch(url + path, { headers });
        const body = (await response.text()).replace(/nonce(=|\W{3,5})"?[\w+/=\\]+/g, "");
        return { encoding: response.headers.get("content-encoding"), status: response.status, body };
      };
      const plain = await ask("identity");
      expect(plain).toMatchObject({ encoding: null, status: 200 });
      const compressed = await ask("gzip, deflate, br, zstd");
      expect(compressed.encoding, path).toBe("gzip");
      expect(compressed.body, path).toBe(plain.body);
    }
    await lambda.stop();
  }
});

test("forged addresses meet the limit of the client's own", async ({ needs }) => {
  lambda = await FakeLambda.start(needs.environment);
  const statuses = await forgeAddresses(lambda.url);
  expect(new Set(statuses.slice(0, 600))).toEqual(new Set([200]));
  expect(new Set(statuses.slice(600))).toEqual(new Set([429]));
});

test("a frozen function whose connections were lost answers the next request", async ({ needs }) => {
  test.slow();
  const { environment, proxy } = needs;
  const database = await MongoClient.connect(environment.MONGODB_URI!);
  const user = (name: string) => signedInUser(database.db(environment.MONGODB_DB), SECRET, name);
  const [ana, ben] = [await user("Ana Silva"), await user("Ben Carter")];
  await database.close();
  const { url } = (lambda = await FakeLambda.start(environment));
  const headers = { cookie: `${COOKIE}=${ana.value}`, "Content-Type": "application/json" };
  const request = JSON.stringify({ to: ben.id, from: ana.id });
  const requests: [string, string, number, string?][] = [
    ["GET", "/api/health", 200],
    ["GET", "/api/groups", 200],
    ["POST", "/api/users/friends/request", 201, request],
    ["GET", "/friends", 200],
  ];
  for (const [method, path, status, body] of requests) {
    expect(await statusOf(url, "/api/health")).toBe(200);
    await proxy.cut();
    await wait(FREEZE_MS);
    await proxy.open();
    expect((await rawRequest(url, method, path, { headers, body })).status, `${method} ${path}`).toBe(status);
  }
});

test("an unreachable database at the start is reported from the first request on, until it is back", async ({
  needs,
}) => {
  await needs.proxy.cut();
  lambda = await FakeLambda.start(needs.environment);
  expect(await statusOf(lambda.url, "/api/health")).toBe(503);
  expect(await statusOf(lambda.url, "/")).toBe(200);
  expect(await statusOf(lambda.url, "/api/health")).toBe(503);
  await needs.proxy.open();
  expect(await statusOf(lambda.url, "/api/health")).toBe(200);
});

for (const [given, missing] of [
  [[], "MONGODB_URI"],
  [["MONGODB_URI"], "AUTH_SECRET"],
] as const) {
  test(`without ${missing}, every answer says so, and the log once`, async ({ needs }) => {
    const environment = Object.fromEntries(given.map((name) => [name, needs.environment[name]!]));
    lambda = await FakeLambda.start(environment);
    for (const path of ["/api/health", "/api/groups", "/friends", "/"]) {
      const { status, body } = await rawRequest(lambda.url, "GET", path);
      expect([path, status]).toEqual([path, 503]);
      expect(body).toContain(`Set ${missing}`);
    }
    expect(lambda.log.split(`Set ${missing}`)).toHaveLength(2);
    expect(lambda.log).not.toMatch(/"stack"|"level":"error"/);
  });
}

test("cold starts are measured", async ({ needs }) => {
  const measured: number[][] = [];
  for (let start = 0; start < COLD_STARTS; start++) {
    const cold = await FakeLambda.start(needs.environment);
    const began = performance.now();
    expect(await statusOf(cold.url, "/")).toBe(200);
    const screen = performance.now();
    expect(await statusOf(cold.url, "/api/health")).toBe(200);
    measured.push([screen - began, performance.now() - screen]);
    await cold.stop();
  }
  const list = (index: number) => measured.map((times) => Math.round(times[index]!)).join(", ");
  console.log(
    `Cold starts: ${list(0)} ms from a new process to the first screen; then ${list(1)} ms to the first answer from the database`,
  );
});
