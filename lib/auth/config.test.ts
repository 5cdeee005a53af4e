import { ObjectId } from "mongodb";
import type { NextAuthConfig } from "next-auth";
import { guarded } from "@/testing/guarded";
import { useTestDatabase, clearDatabase } from "@/testing/database";
import { collections } from "@/lib/db/collections";
import { getDb } from "@/lib/db/client";
import { beginSession, endAllSessions, getUserOfSession, listSessions } from "@/lib/db/account/sessions";
import { addPushDevice, listPushDevices } from "@/lib/db/notices/push";
import { aSubscription } from "@/testing/operations";
import { findOrCreateUser } from "@/lib/db/people";
import { encode } from "next-auth/jwt";
import { authConfig, reauthentication, signInMethods } from "./config";
import { InvalidIdToken, verifyIdToken } from "./id-token";
import { newSession } from "./session-token";

jest.mock("./id-token", () => ({ ...jest.requireActual("./id-token"), verifyIdToken: jest.fn() }));
const verify = jest.mocked(verifyIdToken);

useTestDatabase();
beforeEach(clearDatabase);
afterEach(() => verify.mockReset());

/** Runs `work` with these variables, without others that affect sign-in. */
async function within<T>(variables: Record<string, string>, work: () => T | PromiseLike<T>): Promise<T> {
  const before = { ...process.env };
  for (const name of ["MONGODB_URI", "AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"]) delete process.env[name];
  Object.assign(
    process.env,
    { AUTH_SECRET: "for these tests".padEnd(32, "-").replaceAll(" ", "-") },
    variables,
  );
  try {
    return await work();
  } finally {
    process.env = before;
  }
}

/** From this computer, under its own name. */
const LOCAL = new Headers(guarded({ host: "localhost:3000", "x-forwarded-for": "127.0.0.1" }));
const NO_COOKIES = { get: () => undefined };
const GOOGLE = { AUTH_GOOGLE_ID: "client", AUTH_GOOGLE_SECRET: "secret" };
const MONGODB = { MONGODB_URI: "mongodb://localhost:27017" };

describe("sign-in methods", () => {
  const providers = (config: NextAuthConfig) =>
    config.providers.map((provider) => (typeof provider === "function" ? provider() : provider)).map(idOf);
  const idOf = ({ id, options }: { id: string; options?: { id?: string } }) => options?.id ?? id;

  it.each([
    ["embedded database, no Google id", {}, ["demo"], { google: false, demo: true }],
    ["embedded database and Google", GOOGLE, ["google"], { google: true, demo: false }],
    ["MONGODB_URI, no Google id", MONGODB, [], { google: false, demo: false }],
    ["MONGODB_URI and Google", { ...MONGODB, ...GOOGLE }, ["google"], { google: true, demo: false }],
    ["a Google id without its secret", { AUTH_GOOGLE_ID: "client" }, [], { google: false, demo: false }],
  ])("%s", (_label, variables, ids, methods) =>
    within(variables, () => {
      expect(providers(authConfig(LOCAL, NO_COOKIES))).toEqual(ids);
      expect(signInMethods(LOCAL)).toEqual(methods);
    }),
  );
});

describe("demo sign-in", () => {
  it("does not exist if it is not allowed", () =>
    within({}, () => {
      const foreign = new Headers(guarded({ host: "evil.test", "x-forwarded-for": "127.0.0.1" }));
      expect(authConfig(foreign, NO_COOKIES).providers).toEqual([]);
      expect(signInMethods(foreign)).toEqual({ google: false, demo: false });
    }));

  type Authorize = (input: Record<string, unknown>) => Promise<unknown>;
  const authorize = (email: unknown) =>
    within({}, () => {
      const [provider] = authConfig(LOCAL, NO_COOKIES).providers as unknown as [
        { options: { authorize: Authorize } },
      ];
      return provider.options.authorize({ email });
    });

  it("creates a user on first use, and finds them again", async () => {
    const ana = await authorize("Ana.Silva@demo.test");
    expect(ana).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      name: "Ana Silva",
      email: "ana.silva@demo.test",
      image: null,
    });
    expect(await authorize("ana.silva@demo.test")).toEqual(ana);
    expect(await (await collections()).users.countDocuments()).toBe(1);
  });

  it.each(["ana@example.org", "", undefined, { $gt: "" }])("refuses %j and creates nobody", async (email) => {
    expect(await authorize(email)).toBeNull();
    expect(await (await collections()).users.countDocuments()).toBe(0);
  });
});

describe("Google sign-in", () => {
  type SignIn = NonNullable<NonNullable<NextAuthConfig["callbacks"]>["signIn"]>;
  const account = { provider: "google", type: "oidc", providerAccountId: "1001", id_token: "token" } as const;
  const signIn = (profile: { email: string }) =>
    within(GOOGLE, () =>
      (authConfig(LOCAL, NO_COOKIES).callbacks!.signIn as SignIn)({
        user: {},
        account,
        profile,
      } as Parameters<SignIn>[0]),
    );

  it("signs in the user of the verified token", async () => {
    verify.mockResolvedValue({ sub: "1001", email: "ana@example.org" });
    expect(await signIn({ email: "Ana@Example.org" })).toBe(true);
    expect(verify).toHaveBeenCalledWith("token", {
      issuer: "https://accounts.google.com",
      clientId: "client",
    });
  });

  it.each([
    { sub: "1001", email: "someone.else@example.org" },
    { sub: "2002", email: "ana@example.org" },
  ])("refuses a token of another user: %j", async (identity) => {
    verify.mockResolvedValue(identity);
    await expect(signIn({ email: "ana@example.org" })).rejects.toThrow("it is about another user");
  });

  it("refuses a user whose address belonged to someone else, and both keep their data", async () => {
    const { users } = await collections();
    const accounts = (await getDb()).collection("accounts");
    const before = await findOrCreateUser({ email: "ana@example.org", name: "Ana", image: null });
    const linked = { userId: before._id, provider: "google", type: "oidc", providerAccountId: "0999" };
    await accounts.insertOne(linked);
    verify.mockResolvedValue({ sub: "1001", email: "ana@example.org" });
    await expect(signIn({ email: "ana@example.org" })).rejects.toThrow(
      "belongs to a user with another account",
    );

    // The previous owner of the address, who has a new address now, signs in by account …
    await accounts.insertOne({ ...linked, _id: undefined as never, providerAccountId: "1001" });
    expect(await signIn({ email: "ana@example.org" })).toBe(true);
    // … and a user without accounts, from another database, by the address.
    await accounts.deleteMany({});
    expect(await signIn({ email: "ana@example.org" })).toBe(true);
    expect(await users.countDocuments()).toBe(1);
  });

  it("refuses what the token check refuses", async () => {
    verify.mockRejectedValue(new InvalidIdToken("forged"));
    await expect(signIn({ email: "ana@example.org" })).rejects.toThrow("forged");
  });
});

describe("the session token", () => {
  type Jwt = NonNullable<NonNullable<NextAuthConfig["callbacks"]>["jwt"]>;
  type Claims = { sub: string; sid: string; since: number; auth_time: number };
  const LATER = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const PHONE = new Headers({
    ...Object.fromEntries(LOCAL),
    "user-agent":
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36",
  });
  const jwt = (input: object, cookies: Parameters<typeof authConfig>[1] = NO_COOKIES) =>
    within(GOOGLE, () =>
      authConfig(PHONE, cookies).callbacks!.jwt!({ token: {}, ...input } as Parameters<Jwt>[0]),
    ) as Promise<Claims | null>;

  async function aUser(email: string) {
    const { _id } = await findOrCreateUser({ email, name: "Ana", image: null });
    return { _id, user: { id: _id.toHexString(), name: "Ana", email, image: null } };
  }

  it("contains the user, and is valid until their sessions are ended", async () => {
    const { _id, user } = await aUser("ana@demo.test");
    const signedIn = async () => (await jwt({ user, account: { provider: "demo" } }))!;
    const first = await signedIn();
    expect(Object.keys(first).sort()).toEqual(["auth_time", "sid", "since", "sub"]);
    expect(await getUserOfSession(first, LATER)).toMatchObject({ _id, name: "Ana" });
    expect(await listSessions(_id)).toMatchObject([
      { _id: new ObjectId(first.sid), device: "Chrome on Android" },
    ]);
    await endAllSessions(_id);
    expect(await getUserOfSession(first, LATER)).toBeNull();
    expect(await getUserOfSession(await signedIn(), LATER)).toMatchObject({ _id });
  });

  it("ends the session that the browser had, whoever's it was", async () => {
    const [ana, ben] = [await aUser("ana@demo.test"), await aUser("ben@demo.test")];
    const before = await beginSession(ben._id, "Chrome on Android", LATER);
    const elsewhere = await beginSession(ben._id, "Safari on Mac", LATER);
    const name = "authjs.session-token";
    const secret = "for-these-tests".padEnd(32, "-");
    const token = newSession(ben.user.id, before.toHexString());
    const value = await encode({ token, secret, salt: name });
    const cookies = { get: (asked: string) => (asked === name ? { value } : undefined) };
    const begun = await jwt({ user: ana.user, account: { provider: "demo" } }, cookies);
    expect((await listSessions(ben._id)).map(({ _id }) => _id)).toEqual([elsewhere]);
    expect(await getUserOfSession(begun!, LATER)).toMatchObject({ _id: ana._id });
    // It has ended by now, which is no error.
    await jwt({ user: ana.user, account: { provider: "demo" } }, cookies);
    expect(await listSessions(ana._id)).toHaveLength(2);
  });

  it("continues the push messages of the browser, if they are that person's", async () => {
    const [ana, ben] = [await aUser("ana@demo.test"), await aUser("ben@demo.test")];
    const of = { sessionId: new ObjectId(), device: "Chrome on Android", ...aSubscription("phone") };
    const device = await addPushDevice({ userId: ana._id, ...of });
    const value = device.toHexString();
    const cookies = { get: (asked: string) => (asked === "authjs.push-device" ? { value } : undefined) };
    const begun = await jwt({ user: ana.user, account: { provider: "demo" } }, cookies);
    expect(await listPushDevices(ana._id)).toMatchObject([{ sessionId: new ObjectId(begun!.sid) }]);
    await jwt({ user: ben.user, account: { provider: "demo" } }, cookies);
    expect(await listPushDevices(ana._id)).toEqual([]);
  });

  it("has the provider's time of the sign-in, if it tells one", async () => {
    const { user } = await aUser("ana@example.org");
    const now = Math.floor(Date.now() / 1000);
    const age = async (claims: object) => {
      const profile = { email: "ana@example.org", name: "Ana", ...claims };
      const { since, auth_time } = (await jwt({ user, account: { provider: "google" }, profile }))!;
      expect(since).toBeGreaterThanOrEqual(now);
      return since - auth_time;
    };
    expect(await age({})).toBe(0);
    expect(await age({ auth_time: now - 3600 })).toBeGreaterThanOrEqual(3600);
    expect(await age({ auth_time: String(now - 3600) })).toBe(0);
  });

  it("updates the name and picture from Google, pictures from Google's hosts only", async () => {
    const { users } = await collections();
    const { _id, user } = await aUser("ana@example.org");
    const signIn = async (profile: object) => {
      await jwt({ user, account: { provider: "google" }, profile });
      return users.findOne({ _id });
    };
    const picture = "https://lh3.googleusercontent.com/a/ana";
    const named = { name: " Ana \n Almeida ", email: "ana@example.org" };
    expect(await signIn({ ...named, picture })).toMatchObject({ name: "Ana Almeida", image: picture });
    for (const refused of [
      "javascript:alert(1)",
      "https://pictures.example/ana",
      `${picture}${"a".repeat(2048)}`,
    ])
      expect(await signIn({ ...named, picture: refused })).toMatchObject({ image: picture });
    expect(await signIn({ email: "ana@example.org", name: "x".repeat(5000) })).toMatchObject({
      name: "x".repeat(120),
    });
    expect(await signIn({ email: "ana@example.org", name: " " })).toMatchObject({ name: "ana" });
    expect(await signIn({ email: "ana@example.org", name: "\u3164\u200B" })).toMatchObject({ name: "ana" });
    expect(await signIn({ email: "ana@example.org", name: "\u202EanA\u00AD" })).toMatchObject({
      name: "anA",
    });
  });

  it("takes over an address that changed at Google, unless another user has it", async () => {
    const { users } = await collections();
    const [ana, ben] = [await aUser("ana@example.org"), await aUser("ben@example.org")];
    const signIn = async (user: typeof ana.user, email: string) => {
      await jwt({ user, account: { provider: "google" }, profile: { email, name: "New" } });
      return users.findOne({ _id: new ObjectId(user.id) });
    };
    expect(await signIn(ana.user, "Ana.Almeida@Example.org")).toMatchObject({
      email: "ana.almeida@example.org",
    });
    expect(await signIn(ana.user, ben.user.email)).toMatchObject({
      name: "New",
      email: "ana.almeida@example.org",
    });
    // Once the other user has signed in with a new address too, it is free.
    await signIn(ben.user, "benjamin@example.org");
    expect(await signIn(ana.user, ben.user.email)).toMatchObject({ email: "ben@example.org" });
  });

  it("is created at sign-in only, never from what is read", async () => {
    expect(await jwt({ token: { sub: "64b000000000000000000001", sid: "1" } })).toBeNull();
  });

  it("is invalid after signing out", async () => {
    const { user } = await aUser("ana@demo.test");
    const token = (await jwt({ user, account: { provider: "demo" } }))!;
    await within(GOOGLE, () => authConfig(LOCAL, NO_COOKIES).events!.signOut!({ token } as never));
    expect(await getUserOfSession(token, LATER)).toBeNull();
  });
});

describe("cookies", () => {
  const names = (headers: Record<string, string>, variables = {}) =>
    within(variables, () => {
      const { cookies = {}, useSecureCookies } = authConfig(new Headers(guarded(headers)), NO_COOKIES);
      const prefixes = Object.values(cookies).map(({ name }) => /^(.*)authjs\./.exec(name ?? "")?.[1]);
      return { count: prefixes.length, prefixes: [...new Set(prefixes)], useSecureCookies };
    });

  it.each([
    [{ "x-forwarded-proto": "https" }, {}],
    [{ host: "localhost:3000" }, { AUTH_URL: "https://evenly.example" }],
  ])("over https, all are for this host only: %j, %j", async (headers, variables) =>
    expect(await names(headers, variables)).toEqual({
      count: 6,
      prefixes: ["__Host-"],
      useSecureCookies: true,
    }),
  );

  it("over http, have no prefix", async () =>
    expect(await names({ host: "localhost:3000" })).toEqual({
      count: 6,
      prefixes: [""],
      useSecureCookies: false,
    }));
});

test.each([
  [{}, "select_account"],
  [{ AUTH_GOOGLE_ISSUER: "https://id.example" }, "login"],
])("with %j, signing in again asks to %s", (variables, prompt) =>
  within(variables, () =>
    expect(reauthentication("ana@example.org")).toEqual({
      prompt,
      max_age: "0",
      login_hint: "ana@example.org",
    }),
  ),
);
