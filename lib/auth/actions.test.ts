import { ResponseCookies } from "next/dist/server/web/spec-extension/cookies";
import { encode } from "next-auth/jwt";
import { endSession, getUserOfSession } from "@/lib/db/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { aPerson } from "@/lib/testing/people";
import { signOutAction } from "./actions";
import { newSession, SESSION_COOKIES } from "./session-token";

let answer: Headers;
let jar: ResponseCookies;
jest.mock("next/headers", () => ({
  cookies: async () => jar,
  headers: async () =>
    new Headers({
      "x-forwarded-host": "evenly.example",
      "x-forwarded-proto": "https",
      cookie: jar
        .getAll()
        .map(({ name, value }) => `${name}=${value}`)
        .join("; "),
    }),
}));
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
  process.env = { ...environment, AUTH_SECRET: SECRET };
});
afterEach(() => {
  process.env = environment;
  jest.restoreAllMocks();
});

async function aSession(cookie: string) {
  const session = newSession((await aPerson("Ana")).id, 0);
  jar.set(cookie, await encode({ token: { ...session }, secret: SECRET, salt: cookie }));
  return session;
}

async function expectSignedOut(sub: string) {
  await expect(signOutAction()).rejects.toMatchObject({
    digest: expect.stringMatching(/\/login;/) as string,
  });
  // A browser ignores the first one without Secure.
  expect(answer.getSetCookie().sort()).toEqual([
    expect.stringMatching(/^__Secure-authjs\.session-token=; Path=\/; Expires=Thu, 01 Jan 1970.*; Secure/),
    expect.stringMatching(/^authjs\.session-token=; Path=\/; Expires=Thu, 01 Jan 1970/),
    // Tells /login whose drafts to delete.
    expect.stringMatching(new RegExp(`^evenly\\.left=${sub}; Path=/login; .*Max-Age=60;`)),
  ]);
}

test.each(SESSION_COOKIES)("on a site on https, ends the session in %s", async (cookie) => {
  const session = await aSession(cookie);
  expect(await getUserOfSession(session)).not.toBeNull();
  await expectSignedOut(session.sub);
  expect(await getUserOfSession(session)).toBeNull();
});

test("during an outage, removes the cookie", async () => {
  jest.mocked(endSession).mockRejectedValueOnce(new Error("no database"));
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  const { sub } = await aSession(SESSION_COOKIES[1]);
  await expectSignedOut(sub);
  expect(log).toHaveBeenCalledTimes(1);
});
