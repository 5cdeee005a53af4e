import { decode, encode } from "next-auth/jwt";
import { guarded } from "@/testing/guarded";
import {
  IDLE_SECONDS,
  MAX_AGE_SECONDS,
  newSession,
  readSession,
  renewSession,
  sessionCookie,
} from "./session-token";

const [OLD, NEW] = ["a".repeat(32), "b".repeat(32)];
const [SECURE, PLAIN] = ["__Host-authjs.session-token", "authjs.session-token"];
const SID = "64b0000000000000000000aa";
const ID = "64b000000000000000000001";
const DAY_SECONDS = 24 * 60 * 60;
const NOW = Date.now();
const later = (seconds: number) => NOW + seconds * 1000;

const remembered = globalThis as { evenlySessions?: unknown };
beforeEach(() => {
  process.env.AUTH_SECRET = NEW;
  delete remembered.evenlySessions;
});
afterEach(() => delete process.env.AUTH_SECRET);

const cookies = (values: Record<string, string>) => ({
  get: (name: string) => (name in values ? { value: values[name]! } : undefined),
});

async function cookie(change: { token?: object; secret?: string; name?: string; maxAge?: number } = {}) {
  const {
    token = newSession(ID, SID, undefined, NOW),
    secret = NEW,
    name = PLAIN,
    maxAge = IDLE_SECONDS,
  } = change;
  return cookies({ [name]: await encode({ token: { ...token }, secret, salt: name, maxAge }) });
}

describe("the cookie's name", () => {
  const nameAt = (headers: Record<string, string>, AUTH_URL?: string) => {
    if (AUTH_URL) process.env.AUTH_URL = AUTH_URL;
    try {
      return sessionCookie(new Headers(guarded(headers)));
    } finally {
      delete process.env.AUTH_URL;
    }
  };

  it.each([
    [{ "x-forwarded-proto": "https" }, undefined, SECURE],
    [{}, "https://evenly.example", SECURE],
    [{ "x-forwarded-proto": "http" }, "https://evenly.example", SECURE],
    [{ "x-forwarded-proto": "http" }, "http://localhost:3000", PLAIN],
    [{}, undefined, PLAIN],
  ])("of a request with %j and AUTH_URL %s is %s", (headers, url, name) =>
    expect(nameAt(headers, url)).toBe(name),
  );

  it("is not for the client to choose", () =>
    expect(sessionCookie(new Headers({ "x-forwarded-proto": "https" }))).toBe(PLAIN));
});

describe("readSession", () => {
  it.each([PLAIN, SECURE])(
    "reads the user and the sign-in time, and nothing that can change (%s)",
    async (name) => {
      const session = await readSession(await cookie({ name }), name);
      expect(session).toEqual({
        sub: ID,
        sid: SID,
        since: Math.floor(NOW / 1000),
        auth_time: Math.floor(NOW / 1000),
        iat: expect.any(Number) as number,
        exp: expect.any(Number) as number,
        cookie: name,
      });
    },
  );

  it("takes the provider's time of the sign-in, but none in the future", () => {
    const at = Math.floor(NOW / 1000);
    const authTime = (said: number) => newSession(ID, SID, said, NOW).auth_time;
    expect([authTime(at - 3600), authTime(at + 60)]).toEqual([at - 3600, at]);
    expect(newSession(ID, SID, at - 3600, NOW).since).toBe(at);
  });

  it.each([
    ["made with another secret", { secret: OLD }],
    ["that has run out", { maxAge: -60 }],
    ["without a user", { token: { sid: SID, since: 1, auth_time: 1 } }],
    ["of a user id that is none", { token: newSession("ana", SID) }],
    ["of a session id that is none", { token: newSession(ID, "1") }],
    [
      "without ids, as Auth.js makes them",
      { token: { id: ID, name: "Ana", email: "ana@demo.test", picture: "" } },
    ],
    ["under another cookie's name", { name: "authjs.csrf-token" }],
  ])("refuses a token %s", async (_, change) => {
    expect(await readSession(await cookie(change), PLAIN)).toBeNull();
  });

  it("refuses garbage and a missing cookie", async () => {
    expect(await readSession(cookies({ [PLAIN]: "abc" }), PLAIN)).toBeNull();
    expect(await readSession(cookies({}), PLAIN)).toBeNull();
  });

  it("reads no other cookie", async () => {
    for (const [sent, read] of [
      [PLAIN, SECURE],
      [SECURE, PLAIN],
      ["__Secure-authjs.session-token", SECURE],
    ] as const) {
      const both = await cookie({ name: sent });
      expect(await readSession(both, sent)).toMatchObject({ sub: ID });
      expect(await readSession(both, read)).toBeNull();
      // The token itself is of the other name, too.
      const moved = cookies({ [read]: both.get(sent)!.value });
      expect(await readSession(moved, read)).toBeNull();
    }
  });

  it("accepts tokens of the second secret until it is removed", async () => {
    const old = await cookie({ secret: OLD });
    process.env.AUTH_SECRET = `${NEW},${OLD}`;
    expect(await readSession(old, PLAIN)).toMatchObject({ sub: ID });
    process.env.AUTH_SECRET = NEW;
    delete remembered.evenlySessions;
    expect(await readSession(old, PLAIN)).toBeNull();
  });

  it("decrypts a token once, and still notices when it expires", async () => {
    const sent = await cookie();
    await readSession(sent, PLAIN);
    // A cached token is not decrypted again, so it does not need its secret.
    process.env.AUTH_SECRET = OLD;
    expect(await readSession(sent, PLAIN)).toMatchObject({ sub: ID });
    expect(await readSession(sent, PLAIN, later(IDLE_SECONDS + 3600))).toBeNull();
  });

  it("ends a session 30 days after signing in, whatever its token says", async () => {
    const sent = await cookie({ maxAge: 10 * MAX_AGE_SECONDS });
    expect(await readSession(sent, PLAIN, later(MAX_AGE_SECONDS - 60))).toMatchObject({ sub: ID });
    expect(await readSession(sent, PLAIN, later(MAX_AGE_SECONDS + 1))).toBeNull();
  });

  it("refuses a token from the future, except for a minute by which clocks may differ", async () => {
    const issuedLater = await cookie();
    expect(await readSession(issuedLater, PLAIN, later(-30))).toMatchObject({ sub: ID });
    expect(await readSession(issuedLater, PLAIN, later(-120))).toBeNull();
    const signedInLater = await cookie({ token: newSession(ID, SID, undefined, later(120)) });
    expect(await readSession(signedInLater, PLAIN, NOW)).toBeNull();
  });
});

describe("renewSession", () => {
  const renewed = async (sent: Awaited<ReturnType<typeof cookie>>, at: number, name = PLAIN) =>
    renewSession((await readSession(sent, name, at))!, at);

  it("keeps a cookie for a day", async () => {
    expect(await renewed(await cookie(), later(DAY_SECONDS - 60))).toBeNull();
  });

  it("then extends the session by 14 days, with the cookie as Auth.js sets it", async () => {
    const token = newSession(ID, SID, Math.floor(NOW / 1000) - 3600, NOW);
    const sent = await cookie({ name: SECURE, token });
    const set = await renewed(sent, later(DAY_SECONDS + 60), SECURE);
    expect(set).toEqual({
      name: SECURE,
      value: expect.any(String) as string,
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure: true,
      maxAge: IDLE_SECONDS,
    });
    // Neither the beginning nor the sign-in moves.
    const again = await decode({ token: set!.value, secret: NEW, salt: SECURE });
    expect(again).toMatchObject(token);
    expect(again!.exp! - again!.iat!).toBe(IDLE_SECONDS);
  });

  it("never extends beyond 30 days after signing in, and uses the first secret", async () => {
    const sent = await cookie({ secret: OLD, maxAge: MAX_AGE_SECONDS });
    process.env.AUTH_SECRET = `${NEW} ${OLD}`;
    const set = await renewed(sent, later(MAX_AGE_SECONDS - 60));
    expect(set).toMatchObject({ name: PLAIN, secure: false, maxAge: 60 });
    expect(await decode({ token: set!.value, secret: NEW, salt: PLAIN })).toMatchObject({ sub: ID });
  });
});
