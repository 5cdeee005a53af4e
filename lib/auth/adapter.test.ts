import { authAdapter } from "./adapter";
import { collections } from "@/lib/db/collections";
import { getDb } from "@/lib/db/client";
import { clearDatabase, useTestDatabase } from "@/testing/database";

useTestDatabase();
beforeEach(clearDatabase);

const adapter = () => authAdapter() as Required<ReturnType<typeof authAdapter>>;
const ana = { id: "ignored", name: "Ana", email: "ana@example.org", image: null, emailVerified: null };

describe("authAdapter", () => {
  it("stores a new user in the app's own database, with a verified address", async () => {
    const { id } = await adapter().createUser(ana);
    const stored = await (await collections()).users.findOne({});
    expect(stored).toEqual({
      _id: expect.anything() as unknown,
      name: "Ana",
      email: "ana@example.org",
      image: null,
      emailVerified: expect.any(Date) as Date,
    });
    expect(stored?._id.toHexString()).toBe(id);
  });

  it("finds them by account and by address, and stores no token of the provider", async () => {
    const { id } = await adapter().createUser(ana);
    const account = { provider: "google", providerAccountId: "1001" };
    await adapter().linkAccount({ ...account, type: "oidc", userId: id });
    expect(await adapter().getUserByAccount(account)).toMatchObject({ id, name: "Ana" });
    expect(await adapter().getUserByAccount({ ...account, providerAccountId: "2002" })).toBeNull();
    expect(await adapter().getUserByEmail("ana@example.org")).toMatchObject({ id });
    const stored = await (await getDb()).collection("accounts").findOne({});
    expect(Object.keys(stored ?? {}).sort()).toEqual([
      "_id",
      "provider",
      "providerAccountId",
      "type",
      "userId",
    ]);
  });

  it("refuses a second user with the same address", async () => {
    await adapter().createUser(ana);
    await expect(adapter().createUser(ana)).rejects.toMatchObject({ code: 11000 });
  });

  it("never returns the user of the current session, to whom an account would be linked", async () => {
    const { id } = await adapter().createUser(ana);
    expect(await adapter().getUser(id)).toBeNull();
  });
});
