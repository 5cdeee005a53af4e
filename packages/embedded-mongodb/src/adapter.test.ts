import { MongoDBAdapter } from "@auth/mongodb-adapter";
import type { Adapter } from "next-auth/adapters";
import { startTestServer, type TestServer } from "./testing/test-server";

let testServer: TestServer;
let adapter: Required<Adapter>;

beforeAll(async () => {
  testServer = await startTestServer();
  adapter = MongoDBAdapter(testServer.client, { databaseName: "auth" }) as Required<Adapter>;
});
afterAll(() => testServer.stop());

const account = {
  provider: "google",
  providerAccountId: "g-1",
  type: "oidc" as const,
  access_token: "token",
  expires_at: 1_900_000_000,
};

test("the contract of @auth/mongodb-adapter", async () => {
  const created = await adapter.createUser({
    id: "ignored",
    name: "Ana",
    email: "ana@example.org",
    emailVerified: new Date("2026-01-02T03:04:05.678Z"),
    image: null,
  });
  expect(created).toMatchObject({ name: "Ana", email: "ana@example.org", image: null });
  expect(created.emailVerified).toEqual(new Date("2026-01-02T03:04:05.678Z"));
  const { id } = created;
  expect(await adapter.getUser(id)).toEqual(created);
  expect(await adapter.getUserByEmail("ana@example.org")).toEqual(created);
  expect(await adapter.getUserByEmail("nobody@example.org")).toBeNull();

  await adapter.linkAccount({ ...account, userId: id });
  const { provider, providerAccountId } = account;
  expect(await adapter.getUserByAccount({ provider, providerAccountId })).toEqual(created);
  expect(await adapter.getUserByAccount({ provider, providerAccountId: "g-2" })).toBeNull();

  expect(await adapter.updateUser({ id, name: "Ana Silva" })).toEqual({ ...created, name: "Ana Silva" });
  expect((await adapter.getUser(id))?.name).toBe("Ana Silva");

  const expires = new Date(Date.now() + 60_000);
  const session = await adapter.createSession({ sessionToken: "s1", userId: id, expires });
  expect(session).toMatchObject({ sessionToken: "s1", userId: id, expires });
  expect((await adapter.getSessionAndUser("s1"))?.user.name).toBe("Ana Silva");
  const later = new Date(expires.getTime() + 60_000);
  expect(await adapter.updateSession({ sessionToken: "s1", expires: later })).toMatchObject({
    expires: later,
  });
  await adapter.deleteSession("s1");
  expect(await adapter.getSessionAndUser("s1")).toBeNull();

  await adapter.createVerificationToken({ identifier: "ana@example.org", token: "t", expires });
  expect(await adapter.useVerificationToken({ identifier: "ana@example.org", token: "t" })).toMatchObject({
    expires,
  });
  expect(await adapter.useVerificationToken({ identifier: "ana@example.org", token: "t" })).toBeNull();

  await adapter.unlinkAccount({ provider, providerAccountId });
  expect(await adapter.getUserByAccount({ provider, providerAccountId })).toBeNull();
  await adapter.linkAccount({ ...account, userId: id });
  await adapter.deleteUser(id);
  expect(await adapter.getUser(id)).toBeNull();
  expect(await adapter.getUserByAccount({ provider, providerAccountId })).toBeNull();
});
