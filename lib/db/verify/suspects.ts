import "server-only";
import { ObjectId, type ClientSession, type Document, type Filter } from "mongodb";
import type { Collections } from "../collections";
import { documents, inOrder, type Read } from "./rows";

type Ids = readonly (ObjectId | string)[];
type Name = keyof Collections;

const inField = (field: string) => (ids: Ids) => ({ [field]: { $in: ids } }) as Filter<Document>;

/** The documents of suspects, and others that are checked with them. */
const LEADS: readonly [Name, (ids: Ids) => Filter<Document>][] = [
  ...(
    [
      ...["groups", "events", "expenses", "settlements", "transfers", "spending", "series"],
      ...["friendships", "groupRequests", "links", "tokens", "pushSubscriptions", "notices"],
      ...["imports", "importRows"],
    ] as Name[]
  ).map((name): (typeof LEADS)[number] => [name, inField("_id")]),
  // The events of a pair are counted.
  ["events", inField("groupId")],
  // The occurrences of a series are in several events.
  ["expenses", inField("series")],
  // A plan and a balance are sums over events.
  ["transfers", inField("planId")],
  ["settlements", (ids) => ({ ...inField("users")(ids), settled: false })],
];

/** The field by which the documents of an event are found. */
const BY: Partial<Record<Name, string>> = {
  expenses: "eventId",
  transfers: "eventId",
  settlements: "eventId",
  // No index serves the event.
  spending: "groupId",
};

/**
 * Finds, in the snapshot of a session, the documents that are needed to check some items again.
 * @param subjects of violations: a kind and an id
 * @returns how to read it
 */
export async function readAbout(
  subjects: Iterable<string>,
  all: Collections,
  session: ClientSession,
): Promise<Read> {
  const ids = new Map<string, Ids[number]>();
  const add = (value: unknown): void => {
    if (value instanceof ObjectId) ids.set(value.toHexString(), value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(add);
  };
  for (const subject of subjects) {
    const id = subject.slice(subject.indexOf(" ") + 1);
    ids.set(id, id);
    for (const [hex] of id.matchAll(/[0-9a-f]{24}/g)) add(new ObjectId(hex));
  }
  const addFound = async (name: Name, filter: Filter<Document>) => {
    for await (const row of documents(all, name, filter, { session })) add(row);
  };
  const own = [...ids.values()];
  for (const [name, filter] of LEADS) await addFound(name, filter(own));
  // Their people.
  await addFound("groups", inField("_id")([...ids.values()]));

  const needed = [...ids.values()];
  return async function* read(name) {
    const field = BY[name] ?? "_id";
    const options = { ...inOrder(name), session };
    yield* documents(all, name, inField(field)(needed), options);
    // Damaged documents, which the others do not find.
    const others = { _id: { $in: needed }, [field]: { $nin: needed } } as Filter<Document>;
    if (field !== "_id") yield* documents(all, name, others, options);
  };
}
