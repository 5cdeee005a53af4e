import { ObjectId } from "bson";
import type { CollectionInfo } from "../storage/catalog";
import { planQuery } from "./plan";

const info: CollectionInfo = {
  id: 1,
  namespace: "evenly.expenses",
  building: [],
  indexes: [
    { id: 1, name: "_id_", key: { _id: 1 }, unique: true },
    { id: 2, name: "by_event", key: { eventId: 1, createdAt: -1, _id: -1 } },
    { id: 3, name: "by_deleted", key: { deletedAt: 1 }, expireAfterSeconds: 60 },
    { id: 4, name: "by_payer", key: { payer: 1, settled: 1 } },
    { id: 5, name: "by_group", key: { groupId: 1, payer: 1 } },
  ],
};

const indexOf = (filter: Record<string, unknown>, sort?: Record<string, number>) => {
  return planQuery(info, { filter, sort })?.index.name;
};

// "Not deleted" is true of nearly every document, so an index on it must not win over a selective one.
it.each<[string, Record<string, unknown>, Record<string, number> | undefined, string]>([
  ["an equality", { eventId: new ObjectId(), deletedAt: null }, undefined, "by_event"],
  [
    "an equality, sorted",
    { eventId: new ObjectId(), deletedAt: null },
    { createdAt: -1, _id: -1 },
    "by_event",
  ],
  ["several values", { deletedAt: null, eventId: { $in: [1, 2, 3] } }, undefined, "by_event"],
  ["a range", { deletedAt: null, eventId: { $gt: 1 } }, undefined, "by_event"],
  ["the whole of a unique key", { deletedAt: null, _id: 1 }, undefined, "_id_"],
  ["the order", { deletedAt: null }, { _id: 1 }, "_id_"],
  ["nothing else", { deletedAt: null }, undefined, "by_deleted"],
])("prefers %s to 'not deleted'", (_what, filter, sort, name) => {
  expect(indexOf(filter, sort)).toBe(name);
});

it("prefers an equality to the order of all documents, or of a range", () => {
  expect(indexOf({ eventId: new ObjectId() }, { _id: 1 })).toBe("by_event");
  expect(indexOf({ eventId: 1, deletedAt: { $gte: new Date(0) } }, { deletedAt: 1 })).toBe("by_event");
  expect(indexOf({ eventId: 1, _id: { $gt: 1 } })).toBe("by_event");
});

it("prefers an id to a boolean", () => {
  expect(indexOf({ payer: 1, settled: false, groupId: 2 })).toBe("by_group");
  expect(indexOf({ payer: 1, settled: false })).toBe("by_payer");
});
