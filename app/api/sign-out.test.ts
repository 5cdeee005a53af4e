import { ResponseCookies } from "next/dist/server/web/spec-extension/cookies";
import { encode } from "next-auth/jwt";
import type { ObjectId } from "mongodb";
import { beginSession, endAllSessions, endSession, listSessions } from "@/lib/db/account/sessions";
import { useTestDatabase } from "@/testing/database";
import { aPerson } from "@/testing/people";
import { log } from "@/lib/log";
import { POST } from "./sign-out/route";
import { newSession } from "@/lib/auth/session-token";

const COOKIE = "__Host-authjs.session-token";
const LATER = new Date(Date.now() + 24 * 60 * 60 * 1000);

let response: Headers;
let jar: ResponseCookies;
jest.mock("next/headers", () => ({
  cookies: async () => jar,
  headers: async () =>
    new Headers({
      cookie: jar
        .getAll()
        .map(({ name, value }) => `${name}=${value}`)
        .join("; "),
    }),
}));
jest.mock("@/lib/db/account/sessions", () => {
  const actual = jest.requireActual<typeof import("@/lib/db/account/sessions")>("@/lib/db/account/sessions");
  return { ...actual, endSession: jest.fn(actual.endSession) };
});

useTestDatabase();
const environment = process.env;
const SECRET = "a-secret-for-these-tests-long-enough";
beforeEach(() => {
  response = new Headers();
  jar = new ResponseCookies(response);
  process.env = { ...environment, AUTH_SECRET: SECRET, AUTH_URL: "https://evenly.example" };
});
afterEach(() => {
  process.env = environment;
  jest.restoreAllMocks();
});

/** Signs in a new user in this browser. */
async function aSession(maxAge = 60): Promise<ObjectId> {
  const { _id, id } = await aPerson("Ana");
  const session = await beginSession(_id, "Chrome on Android", LATER);
  const token = newSession(id, session.toHexString());
  jar.set(COOKIE, await encode({ token, secret: SECRET, salt: COOKIE, maxAge }));
  return _id;
}

const CLEARED = expect.stringMatching(
  /^__Host-authjs\.session-token=; Path=\/; Expires=Thu, 01 Jan 1970.*; Secure/,
) as string;

/** Sends the form of a screen. */
async function signOut(fields: Record<string, string> = {}, origin = "https://evenly.example") {
  const headers = { origin, "content-type": "application/x-www-form-urlencoded" };
  const body = new URLSearchParams(fields).toString();
  const { status, headers: sent } = await POST(
    new Request("https://evenly.example/api/sign-out", { method: "POST", headers, body }),
  );
  return [status, sent.get("location")];
}

async function expectSignedOut(user: ObjectId) {
  expect(await signOut()).toEqual([303, "/login"]);
  // A browser ignores it without Secure.
  expect(response.getSetCookie().sort()).toEqual([
    CLEARED,
    // Tells /login whose drafts to delete.
    expect.stringMatching(new RegExp(`^evenly\\.left=${user.toHexString()}; Path=/; .*Max-Age=60;`)),
  ]);
}

test("signing out ends the session, and removes its cookie", async () => {
  const user = await aSession();
  expect(await listSessions(user)).toHaveLength(1);
  await expectSignedOut(user);
  expect(await listSessions(user)).toEqual([]);
});

test("during an outage, signing out removes the cookie", async () => {
  jest.mocked(endSession).mockRejectedValueOnce(new Error("no database"));
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  await expectSignedOut(await aSession());
  expect(log).toHaveBeenCalledTimes(1);
});

test.each([
  ["has expired", () => aSession(-60)],
  ["cannot be read", async () => void jar.set(COOKIE, "of another secret")],
])("signing out removes a cookie that %s", async (_, begin) => {
  await begin();
  expect(await signOut()).toEqual([303, "/login"]);
  expect(response.getSetCookie()).toEqual([CLEARED]);
});

test("signing out where the session has ended already says nothing else, also everywhere", async () => {
  for (const fields of [{}, { everywhere: "1" }] as Record<string, string>[]) {
    const user = await aSession();
    await endAllSessions(user);
    expect(await signOut(fields)).toEqual([303, "/login"]);
    expect(response.getSetCookie()).toContainEqual(CLEARED);
  }
});

test("another site signs nobody out", async () => {
  const user = await aSession();
  expect(await signOut({}, "https://evil.example")).toEqual([403, null]);
  expect(await listSessions(user)).toHaveLength(1);
  expect(response.getSetCookie()).not.toContainEqual(CLEARED);
});

test("signing out, here and everywhere, is logged with the user's id", async () => {
  const lines: { event?: string }[] = [];
  const note = (line: string) => void lines.push(JSON.parse(line) as { event?: string });
  jest.spyOn(console, "warn").mockImplementation(note);
  log.level = "info";
  try {
    const user = (await aSession()).toHexString();
    expect(await signOut({ everywhere: "1" })).toEqual([303, "/login"]);
    const other = (await aSession()).toHexString();
    expect(await signOut({ deleted: "1" })).toEqual([303, "/login?deleted=1"]);
    expect(lines.filter(({ event }) => event)).toMatchObject([
      { event: "signOutEverywhere", user },
      { event: "signOut", user: other },
    ]);
  } finally {
    log.level = "warn";
  }
});
