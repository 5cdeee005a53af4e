import type { NextAuthConfig } from "next-auth";
import { useTestDatabase, clearDatabase } from "@/lib/testing/database";
import { collections } from "@/lib/db/collections";
import { authConfig, signInMethods } from "./auth-config";
import { InvalidIdToken, verifyIdToken } from "./id-token";

jest.mock("./id-token", () => ({ ...jest.requireActual("./id-token"), verifyIdToken: jest.fn() }));
const verify = jest.mocked(verifyIdToken);

useTestDatabase();
beforeEach(clearDatabase);
afterEach(() => verify.mockReset());

/** Runs `work` with these variables, and without others that decide how people sign in. */
async function within<T>(variables: Record<string, string>, work: () => T | PromiseLike<T>): Promise<T> {
  const before = { ...process.env };
  for (const name of ["MONGODB_URI", "AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"]) delete process.env[name];
  Object.assign(process.env, { AUTH_SECRET: "for these tests" }, variables);
  try {
    return await work();
  } finally {
    process.env = before;
  }
}

const GOOGLE = { AUTH_GOOGLE_ID: "client", AUTH_GOOGLE_SECRET: "secret" };
const MONGODB = { MONGODB_URI: "mongodb://localhost:27017" };

describe("how people can sign in", () => {
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
      expect(providers(authConfig())).toEqual(ids);
      expect(signInMethods()).toEqual(methods);
    }),
  );
});

describe("demo sign-in", () => {
  type Authorize = (input: Record<string, unknown>) => Promise<unknown>;
  const authorize = (email: unknown) =>
    within({}, () => {
      const [provider] = authConfig().providers as unknown as [{ options: { authorize: Authorize } }];
      return provider.options.authorize({ email });
    });

  it("makes a user of an address on its first use, and finds them again", async () => {
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

  it.each(["ana@example.org", "", undefined, { $gt: "" }])("refuses %j and makes nobody", async (email) => {
    expect(await authorize(email)).toBeNull();
    expect(await (await collections()).users.countDocuments()).toBe(0);
  });
});

describe("Google sign-in", () => {
  type SignIn = NonNullable<NonNullable<NextAuthConfig["callbacks"]>["signIn"]>;
  const account = { provider: "google", type: "oidc", providerAccountId: "1001", id_token: "token" } as const;
  const signIn = (profile: { email: string }) =>
    within(GOOGLE, () =>
      (authConfig().callbacks!.signIn as SignIn)({ user: {}, account, profile } as Parameters<SignIn>[0]),
    );

  it("takes the person whom the verified token is about", async () => {
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
  ])("refuses a token about somebody else: %j", async (identity) => {
    verify.mockResolvedValue(identity);
    await expect(signIn({ email: "ana@example.org" })).rejects.toThrow("it is about somebody else");
  });

  it("refuses whom the token check refuses", async () => {
    verify.mockRejectedValue(new InvalidIdToken("forged"));
    await expect(signIn({ email: "ana@example.org" })).rejects.toThrow("forged");
  });
});

describe("the session token", () => {
  type Jwt = NonNullable<NonNullable<NextAuthConfig["callbacks"]>["jwt"]>;
  const jwt = (input: object) =>
    within(GOOGLE, () => authConfig().callbacks!.jwt!(input as Parameters<Jwt>[0]));
  const id = "64b000000000000000000001";

  it("carries id, name, email and picture", async () => {
    const user = { id, name: "Ana", email: "ana@demo.test", image: null };
    expect(await jwt({ token: {}, user, account: { provider: "demo" } })).toEqual({
      sub: id,
      id,
      name: "Ana",
      email: "ana@demo.test",
      picture: "",
    });
  });

  it("takes over the name and picture that Google knows now, pictures over https only", async () => {
    const { users } = await collections();
    const { insertedId } = await users.insertOne({
      name: "Ana",
      email: "ana@example.org",
      image: null,
      emailVerified: null,
    } as Parameters<typeof users.insertOne>[0]);
    const user = { id: insertedId.toHexString(), name: "Ana", email: "ana@example.org", image: null };
    const signedIn = (profile: object) => jwt({ token: {}, user, account: { provider: "google" }, profile });

    const picture = "https://pictures.example/ana.jpg";
    const named = { name: " Ana \n Almeida ", email: "ana@example.org" };
    expect(await signedIn({ ...named, picture })).toMatchObject({ name: "Ana Almeida", picture });
    expect(await signedIn({ ...named, picture: "javascript:alert(1)" })).toMatchObject({ picture });
    expect(await users.findOne({ _id: insertedId })).toMatchObject({ name: "Ana Almeida", image: picture });
    const unseen = { name: "\u3164\u200B", email: "ana@example.org" };
    expect(await signedIn(unseen)).toMatchObject({ name: "ana" });
    expect(await signedIn({ ...unseen, name: "\u202EanA\u00AD" })).toMatchObject({ name: "anA" });
  });

  it("is kept as it is while it is one of ours, and dropped otherwise", async () => {
    const ours = { id, name: "Ana", email: "ana@demo.test", picture: "", jti: "1" };
    expect(await jwt({ token: ours })).toBe(ours);
    expect(await jwt({ token: { name: "Ana", sub: id } })).toBeNull();
  });
});
