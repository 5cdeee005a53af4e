import { ObjectId } from "mongodb";
import { collections } from "./db/collections";
import { findOrCreateUser } from "./db/users";
import { isKnownUser } from "./known-users";
import { clearDatabase, countCommands, useTestDatabase } from "./testing/database";

useTestDatabase();
beforeEach(clearDatabase);

const MINUTE = 60_000;
const newUser = async () =>
  (await findOrCreateUser({ email: `${new ObjectId().toHexString()}@demo.test`, name: "Ana", image: null }))
    ._id;

describe("isKnownUser", () => {
  it("asks the database once in a while, not at each request", async () => {
    const id = (await newUser()).toHexString();
    const at = (now: number) => countCommands(() => isKnownUser(id, now));
    expect(await at(0)).toEqual({ result: true, commands: ["find"] });
    expect(await at(4 * MINUTE)).toEqual({ result: true, commands: [] });
    expect(await at(6 * MINUTE)).toEqual({ result: true, commands: ["find"] });
  });

  it("does not know somebody who is no longer there, and knows them at once when they are", async () => {
    const _id = await newUser();
    const id = _id.toHexString();
    expect(await isKnownUser(id, 0)).toBe(true);
    const { users } = await collections();
    const user = await users.findOneAndDelete({ _id });
    expect(await isKnownUser(id, 6 * MINUTE)).toBe(false);
    await users.insertOne(user!);
    expect(await isKnownUser(id, 6 * MINUTE)).toBe(true);
  });

  it.each(["", "ana", "64b000000000000000000001"])("does not know %j", async (id) => {
    expect(await isKnownUser(id)).toBe(false);
  });
});
