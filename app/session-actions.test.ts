import { ResponseCookies } from "next/dist/server/web/spec-extension/cookies";
import { encode } from "next-auth/jwt";
import { refresh } from "next/cache";
import type { ObjectId } from "mongodb";
import { beginSession, endSession, listSessions } from "@/lib/db/sessions";
import { useTestDatabase } from "@/testing/database";
import { aPerson } from "@/testing/people";
import { log } from "@/lib/server/log";
import { endSessionAction, signOutAction, signOutEverywhereAction } from "./session-actions";
import { newSession } from "@/lib/auth/session-token";

const COOKIE = "__Host-authjs.session-token";
const LATER = new Date(Date.now() + 24 * 60 * 60 * 1000);

let answer: Headers;
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
jest.mock("next/cache", () => ({ refresh: jest.fn() }));
jest.mock("@/lib/db/sessions", () => {
  const actual = jest.requireActual<typeof import("@/lib/db/sessions")>("@/lib/db/sessions");
  return { ...actual, endSession: jest.fn(actual.endSession) };
});

useTestDatabase();
const environment = process.env;
const SECRET = "a-secret-for-these-tests-long-enough";
beforeEach(() => {
  answer = new Headers();
  jar = new ResponseCookies(answer);
  process.env = { ...environment, AUTH_SECRET: SECRET, AUTH_URL: "https://evenly.example" };
});
afterEach(() => {
  process.env = environment;
  jest.restoreAllMocks();
});

/** Signs in a new user in this browser. */
async function aSession(): Promise<ObjectId> {
  const { _id, id } = await aPerson("Ana");
  const session = await beginSession(_id, "Chrome on Android", LATER);
  const token = newSession(id, session.toHexString());
  jar.set(COOKIE, await encode({ token, secret: SECRET, salt: COOKIE }));
  return _id;
}

async function expectSignedOut(user: ObjectId) {
  await expect(signOutAction()).rejects.toMatchObject({
    digest: expect.stringMatching(/\/login;/) as string,
  });
  // A browser ignores it without Secure.
  expect(answer.getSetCookie().sort()).toEqual([
    expect.stringMatching(/^__Host-authjs\.session-token=; Path=\/; Expires=Thu, 01 Jan 1970.*; Secure/),
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

test("a device is signed out by its user only, and twice is no error", async () => {
  const user = await aSession();
  const other = await beginSession((await aPerson("Ben"))._id, "Firefox on Windows", LATER);
  const phone = await beginSession(user, "Safari on iPhone", LATER);
  const end = (id: string) => {
    const form = new FormData();
    form.set("id", id);
    return endSessionAction(form);
  };
  for (const id of [String(phone), String(phone), String(other), "", "x"]) await end(id);
  expect((await listSessions(user)).map(({ device }) => device)).toEqual(["Chrome on Android"]);
  expect(refresh).toHaveBeenCalledTimes(5);
});

test("signing out, here and everywhere, is logged with the user's id", async () => {
  const lines: unknown[] = [];
  jest.spyOn(console, "warn").mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  log.level = "info";
  try {
    const user = (await aSession()).toHexString();
    await expect(signOutEverywhereAction()).rejects.toMatchObject({ digest: expect.any(String) as string });
    const other = (await aSession()).toHexString();
    await expect(signOutAction()).rejects.toMatchObject({ digest: expect.any(String) as string });
    expect(lines).toMatchObject([
      { event: "signOutEverywhere", user },
      { event: "signOut", user: other },
    ]);
  } finally {
    log.level = "warn";
  }
});
