import { readdirSync } from "node:fs";
import { MongoClient } from "mongodb";
import { responses, ONLY_BEHIND_A_GUARD } from "../../support/answers";
import { rawRequest, type RawResponse } from "../../support/raw-request";
import { AppServer, NPM_START, type Program } from "../../support/server";
import { COOKIE, signedInUser } from "../../support/session";
import { install, USER } from "../install";
import { FakeLambda } from "./fake-lambda";
import { FakeVercel } from "./fake-vercel";
import { expect, SECRET, test } from "./fixtures";

// Every kind of response is the same from `npm start`, the standalone server, the Lambda function, and, where it is tested,
// Vercel.

const STANDALONE: Program = {
  launch: (variables) => install(".next/standalone", "build:standalone").run("server.js", variables),
  owner: USER,
};

/** Headers of the connection, of compression, and of revalidation, which the host may add. */
const OF_THE_HOST = [
  ...["connection", "content-length", "date", "keep-alive", "transfer-encoding", "vary"],
  ...["accept-ranges", "etag", "last-modified", "x-nextjs-cache"],
  // For browsers that do not know the status 308.
  "refresh",
];

/** Those of files that have no effect on them, or that each host chooses. */
const OF_FILES = ["cache-control", "content-type", "x-request-id"];

/** Vercel logs screens itself, without an id of ours, and says what its routes have found. */
const OF_VERCEL = ["x-request-id", "x-matched-path", "x-next-error-status"];

/** What has to be equal; what is different each time is replaced. */
function comparable({ status, headers }: RawResponse, url: string, isFile: boolean): object {
  const left = isFile ? [...OF_THE_HOST, ...OF_FILES] : OF_THE_HOST;
  const kept = Object.entries(headers).filter(([name]) => !left.includes(name));
  const text = JSON.stringify(Object.fromEntries(kept.toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .replace(/nonce-[\w+/=]+/g, "nonce-…")
    .replace(/nonce=\\"[\w+/=]+\\"/g, "nonce=…")
    .replace(/"x-request-id":"[0-9a-f-]{36}"/, '"x-request-id":"…"')
    // They differ in words that "no-store" makes superfluous.
    .replace(/"cache-control":"[^"]*no-store[^"]*"/, '"cache-control":"no-store"')
    .replace(/csrf-token=[^;]*/, "csrf-token=…")
    .replaceAll(encodeURIComponent(url), "<url>")
    .replaceAll(url, "<url>");
  return { status, ...(JSON.parse(text) as object) };
}

test("every kind of answer has the same status and headers on every host", async ({ needs }) => {
  test.slow();
  const { environment } = needs;
  const database = await MongoClient.connect(environment.MONGODB_URI!);
  const { value } = await signedInUser(database.db(environment.MONGODB_DB), SECRET, "Ana Silva");
  await database.close();
  const started = await AppServer.start(environment, null, NPM_START);
  const standalone = await AppServer.start(environment, null, STANDALONE);
  const lambda = await FakeLambda.start(environment);
  const vercel = process.env.TEST_VERCEL ? await FakeVercel.start(environment) : null;
  try {
    for (const [what, [method, path, options], withSession, status] of responses) {
      const headers = { ...(withSession && { cookie: `${COOKIE}=${value}` }), ...options?.headers };
      const isFile = status === 200 && /\.[a-z]+$/.test(path) && !path.startsWith("/api/");
      const ask = async ({ url }: { url: string }) =>
        comparable(await rawRequest(url, method, path, { ...options, headers }), url, isFile);
      const expected = await ask(started);
      // A router of Next.js that runs in front of a client-side navigation in one of them only answers with a redirect.
      const redirected = path.startsWith("/groups?");
      expect.soft(expected, what).toMatchObject(redirected ? {} : { status });
      expect.soft(await ask(standalone), `${what}, standalone`).toEqual(expected);
      expect.soft(await ask(lambda), `${what}, Lambda`).toEqual(expected);
      if (!vercel || redirected || ONLY_BEHIND_A_GUARD.includes(what)) continue;
      const without = (response: object) =>
        Object.fromEntries(Object.entries(response).filter(([name]) => !OF_VERCEL.includes(name)));
      expect.soft(without(await ask(vercel)), `${what}, Vercel`).toEqual(without(expected));
    }
    const script = `/_next/static/chunks/${readdirSync(".next/static/chunks").find((name) => name.endsWith(".js"))}`;
    for (const server of [started, standalone, lambda, ...(vercel ? [vercel] : [])]) {
      expect.soft((await rawRequest(server.url, "GET", script)).headers).toMatchObject({
        "content-security-policy": "default-src 'none'",
        "x-content-type-options": "nosniff",
      });
      expect.soft((await rawRequest(server.url, "GET", `${script}.br`)).status).toBe(404);
    }
  } finally {
    for (const server of [started, standalone]) await server.dispose();
    await lambda.stop();
    await vercel?.stop();
  }
});
