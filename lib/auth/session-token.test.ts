import { decode, encode } from "next-auth/jwt";
import {
  IDLE_SECONDS,
  MAX_AGE_SECONDS,
  newSession,
  readSession,
  renewSession,
  SESSION_COOKIES,
} from "./session-token";

const [OLD, NEW] = ["a".repeat(32), "b".repeat(32)];
const [SECURE, PLAIN] = SESSION_COOKIES;
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

const together = (...sent: ReturnType<typeof cookies>[]) => ({
  get: (name: string) => sent.map((one) => one.get(name)).find(Boolean),
});

async function cookie(change: { token?: object; secret?: string; name?: string; maxAge?: number } = {}) {
  const { token = newSession(ID, 3, NOW), secret = NEW, name = PLAIN, maxAge = IDLE_SECONDS } = change;
  return cookies({ [name]: await encode({ token: { ...token }, secret, salt: name, maxAge }) });
}

describe("readSession", () => {
  it.each([PLAIN, SECURE])(
    "reads the user and the sign-in time, and nothing that can change (%s)",
    async (name) => {
      const session = await readSession(await cookie({ name }));
      expect(session).toEqual({
        sub: ID,
        sid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        epoch: 3,
        auth_time: Math.floor(NOW / 1000),
        iat: expect.any(Number) as number,
        exp: expect.any(Number) as number,
        cookie: name,
      });
    },
  );

  it("gives each sign-in its own session", () => {
    expect(newSession(ID, 0).sid).not.toBe(newSession(ID, 0).sid);
  });

  it.each([
    ["made with another secret", { secret: OLD }],
    ["that has run out", { maxAge: -60 }],
    ["without a user", { token: { sid: "1", epoch: 0, auth_time: 1 } }],
    ["of a user id that is none", { token: newSession("ana", 0) }],
    [
      "as an earlier version made them",
      { token: { id: ID, name: "Ana", email: "ana@demo.test", picture: "" } },
    ],
    ["under another cookie's name", { name: "authjs.csrf-token" }],
  ])("refuses a token %s", async (_, change) => {
    expect(await readSession(await cookie(change))).toBeNull();
  });

  it("refuses garbage and a missing cookie", async () => {
    expect(await readSession(cookies({ [PLAIN]: "abc" }))).toBeNull();
    expect(await readSession(cookies({}))).toBeNull();
  });

  it.each([
    ["another application's", () => cookies({ [SECURE]: "abc" })],
    ["an expired one", () => cookie({ name: SECURE, maxAge: -60 })],
    ["one made with another secret", () => cookie({ name: SECURE, secret: OLD })],
  ])("finds the session behind %s, and renews it under its name", async (_, first) => {
    const session = await readSession(together(await first(), await cookie()));
    expect(session).toMatchObject({ sub: ID, cookie: PLAIN });
    expect(await renewSession(session!, later(DAY_SECONDS + 60))).toMatchObject({
      name: PLAIN,
      secure: false,
    });
  });

  it("prefers the cookie of https", async () => {
    const both = together(await cookie(), await cookie({ name: SECURE }));
    expect(await readSession(both)).toMatchObject({ cookie: SECURE });
  });

  it("accepts tokens of the second secret until it is removed", async () => {
    const old = await cookie({ secret: OLD });
    process.env.AUTH_SECRET = `${NEW},${OLD}`;
    expect(await readSession(old)).toMatchObject({ sub: ID });
    process.env.AUTH_SECRET = NEW;
    delete remembered.evenlySessions;
    expect(await readSession(old)).toBeNull();
  });

  it("decrypts a token once, and still notices when it expires", async () => {
    const sent = await cookie();
    await readSession(sent);
    // A cached token is not decrypted again, so it does not need its secret.
    process.env.AUTH_SECRET = OLD;
    expect(await readSession(sent)).toMatchObject({ sub: ID });
    expect(await readSession(sent, later(IDLE_SECONDS + 1))).toBeNull();
  });

  it("ends a session 30 days after signing in, whatever its token says", async () => {
    const sent = await cookie({ maxAge: 10 * MAX_AGE_SECONDS });
    expect(await readSession(sent, later(MAX_AGE_SECONDS - 60))).toMatchObject({ sub: ID });
    expect(await readSession(sent, later(MAX_AGE_SECONDS + 1))).toBeNull();
  });

  it("refuses a token from the future, except for a minute by which clocks may differ", async () => {
    const issuedLater = await cookie();
    expect(await readSession(issuedLater, later(-30))).toMatchObject({ sub: ID });
    expect(await readSession(issuedLater, later(-120))).toBeNull();
    const signedInLater = await cookie({ token: newSession(ID, 3, later(120)) });
    expect(await readSession(signedInLater, NOW)).toBeNull();
  });
});

describe("renewSession", () => {
  const renewed = async (sent: Awaited<ReturnType<typeof cookie>>, at: number) =>
    renewSession((await readSession(sent, at))!, at);

  it("keeps a cookie for a day", async () => {
    expect(await renewed(await cookie(), later(DAY_SECONDS - 60))).toBeNull();
  });

  it("then extends the session by 14 days, with the cookie as Auth.js sets it", async () => {
    const sent = await cookie({ name: SECURE });
    const set = await renewed(sent, later(DAY_SECONDS + 60));
    expect(set).toEqual({
      name: SECURE,
      value: expect.any(String) as string,
      httpOnly: true,
      sameSite: "lax",
      path: "/",
      secure: true,
      maxAge: IDLE_SECONDS,
    });
    const { sub, sid, epoch, auth_time } = (await readSession(sent))!;
    const token = await decode({ token: set!.value, secret: NEW, salt: SECURE });
    expect(token).toMatchObject({ sub, sid, epoch, auth_time });
    expect(token!.exp! - token!.iat!).toBe(IDLE_SECONDS);
  });

  it("never extends beyond 30 days after signing in, and uses the first secret", async () => {
    const sent = await cookie({ secret: OLD, maxAge: MAX_AGE_SECONDS });
    process.env.AUTH_SECRET = `${NEW} ${OLD}`;
    const set = await renewed(sent, later(MAX_AGE_SECONDS - 60));
    expect(set).toMatchObject({ name: PLAIN, secure: false, maxAge: 60 });
    expect(await decode({ token: set!.value, secret: NEW, salt: PLAIN })).toMatchObject({ sub: ID });
  });
});
