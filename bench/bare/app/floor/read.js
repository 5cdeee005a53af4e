import { MongoClient, ObjectId } from "mongodb";

let client;

/**
 * The least that a call or a screen reads, all at once: the session, the membership, and the documents that are shown.
 * @param asked the database, the names of the collections, and ids in hex
 */
export async function read({ uri, db, collections, ...asked }) {
  client ??= new MongoClient(uri);
  const of = (name) => client.db(db).collection(name);
  const id = (name) => new ObjectId(asked[name]);
  const find = {
    expenses: () =>
      of("expenses")
        .find({ eventId: id("event"), deletedAt: null })
        .sort({ date: -1, _id: -1 })
        .limit(31),
    settlements: () =>
      of("settlements")
        .find({ eventId: id("event"), deletedAt: null })
        .limit(31),
    balances: () => of("balances").find({ user: id("user"), kind: "person" }),
    friendships: () => of("friendships").find({ users: id("user"), status: "accepted" }),
    events: () =>
      of("events")
        .find({ groupId: id("group"), deletedAt: null })
        .limit(4),
  };
  const [session, group, ...documents] = await Promise.all([
    of("sessions").findOne({ _id: id("session"), user: id("user") }),
    of("groups").findOne({ _id: id("group"), members: id("user") }),
    ...collections.split(",").map((name) => find[name]().toArray()),
  ]);
  if (!session || !group) throw new Error("Refused.");
  return documents;
}
