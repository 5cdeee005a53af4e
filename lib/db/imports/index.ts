import "server-only";
import type { ClientSession, ObjectId } from "mongodb";
import { groupBy } from "@/lib/core/group-by";
import { MAX_GUEST_NAME } from "@/lib/core/people";
import { fold } from "@/lib/core/search";
import { shorten } from "@/lib/core/text/text";
import type { Page, PageRequest } from "@/lib/core/page";
import { AppError, notFound, orNotFound } from "@/lib/errors";
import { assertMayImport } from "../caps";
import { collections, type GroupDoc, type ImportDoc, type UserDoc, withTransaction } from "../collections";
import { lockEvent } from "../events";
import { insertGuests, namesIn } from "../guests";
import { assertShared } from "../friends/pair-group";
import { assertMembers, lockGroup, withGroup } from "../groups";
import { ofItsGroup, withIdempotency, type IdempotencyKey } from "../idempotency";
import { aggregate, findAll, findPage } from "../page";
import type { PersonDoc } from "../people";
import { closeMade, ensureEvents, keysOfFile } from "./events";

// Imports of the history of a group from a file (docs/rules.md#imports). Rows are in rows.ts, the undo in undo.ts.

export type ImportInGroup = { record: ImportDoc; group: GroupDoc; people: PersonDoc[] };

/** The import with its group and all its people; null unless it exists and `member` is in the group. One command. */
export async function getImportOf(member: ObjectId, importId: ObjectId): Promise<ImportInGroup | null> {
  const { imports } = await collections();
  const [found] = await aggregate<ImportDoc & { group: GroupDoc; namesOf: PersonDoc[] }>(imports, [
    { $match: { _id: importId, deletedAt: null } },
    // `people` is a field of its own.
    { $addFields: { own: "$people" } },
    ...withGroup(member),
    { $addFields: { namesOf: "$people", people: "$own" } },
    { $project: { own: 0 } },
  ]);
  if (!found) return null;
  const { group, namesOf, ...record } = found;
  return { record, group, people: namesOf };
}

/** A page of a group's imports, newest first. */
export async function listImports(groupId: ObjectId, page: PageRequest): Promise<Page<ImportDoc>> {
  const { imports } = await collections();
  return findPage(imports, { groupId, deletedAt: null }, "createdAt", page);
}

/** The imports of a user in these groups, newest first. */
export async function listOwnImports(user: ObjectId, groupIds: readonly ObjectId[]): Promise<ImportDoc[]> {
  const { imports } = await collections();
  const own = { groupId: { $in: [...groupIds] }, createdBy: user, deletedAt: null };
  return findAll(imports, own, { sort: { createdAt: -1, _id: -1 } });
}

/**
 * Begins an import into a group, by a member, and adds the people without an account.
 * @param input.people in the order of the file; `user` null: without an account, whose name is made unique
 * @throws AppError "not-found", also for an event of another group; "closed"; "invalid" if a person is not a member;
 * "conflict" if the group would have too many people; "too-many-imports"; "forbidden" if it is of a pair
 */
export async function createImport(
  input: Pick<ImportDoc, "_id" | "groupId" | "source" | "total" | "into"> & {
    creator: ObjectId;
    people: readonly { name: string; user: ObjectId | null }[];
  },
  key?: IdempotencyKey,
): Promise<ImportDoc> {
  const { imports } = await collections();
  const { _id, groupId, creator, source, total, into } = input;
  return withIdempotency(key, ofItsGroup, async (session) => {
    const group = await lockFor(creator, groupId, into, session);
    assertShared(group);
    await assertMayImport(groupId, session);
    const members = input.people.flatMap(({ user }) => user ?? []);
    assertMembers(group, members, "people");
    const createdAt = new Date();
    const names = input.people.flatMap(({ name, user }) => (user ? [] : [name]));
    const guests = await insertRenamed(group, names, createdAt, session);
    const left = [...guests];
    const users = input.people.map(({ user }) => user ?? left.shift()!._id);
    const people = users.map((user, index) => ({ name: input.people[index]!.name, user }));
    const keys = await keysOf(input, people, session);
    const record: ImportDoc = {
      _id,
      groupId,
      source,
      state: "open",
      createdBy: creator,
      createdAt,
      total,
      counts: { expense: 0, payment: 0, plan: 0 },
      people: people.map((person, index) => ({ ...person, key: keys[index]! })),
      guests: guests.map((guest) => guest._id),
      into,
      events: into.kind === "event" ? [{ key: "", eventId: into.eventId, made: false }] : [],
      canceled: [],
      deletedAt: null,
    };
    await imports.insertOne(record, { session });
    return record;
  });
}

/** Locks the group. @throws AppError "not-found", also if the event is not in it; "closed" */
async function lockFor(
  actor: ObjectId,
  groupId: ObjectId,
  into: ImportDoc["into"],
  session: ClientSession,
): Promise<GroupDoc> {
  if (into.kind !== "event") return lockGroup(actor, groupId, session);
  const place = { eventId: into.eventId, groupId };
  const { event, group } = await lockEvent(actor, place, session, { evenIfClosed: true });
  // First, so that nobody learns whether an event of another group is closed.
  if (!event.groupId.equals(groupId)) throw notFound();
  if (event.closedAt) throw new AppError("closed");
  return group;
}

/**
 * Under which key earlier imports of the group know each person. One who has claimed a guest has several: the one under
 * this name in files of this source is preferred, then one in files of this source, then the oldest.
 * @returns the keys in the order of the people
 */
async function keysOf(
  { groupId, source }: Pick<ImportDoc, "groupId" | "source">,
  people: readonly { name: string; user: ObjectId }[],
  session: ClientSession,
): Promise<string[]> {
  const { imports } = await collections();
  const earlier = { groupId, "people.user": { $in: people.map(({ user }) => user) } };
  const options = { session, projection: { source: 1, people: 1 }, sort: { createdAt: 1, _id: 1 } } as const;
  const found = await findAll(imports, earlier, options);
  const known = groupBy(
    found.flatMap((one) => one.people.map((person) => ({ ...person, source: one.source }))),
    ({ user }) => user.toHexString(),
  );
  return people.map(({ name, user }) => {
    const hex = user.toHexString();
    const all = known.get(hex) ?? [];
    const ofSource = all.filter((one) => one.source === source);
    const best = ofSource.find((one) => one.name === name) ?? ofSource[0] ?? all[0];
    return best?.key ?? hex;
  });
}

/** Adds people without an account to a group, with names that nobody else there has. @throws AppError "conflict" */
async function insertRenamed(
  group: GroupDoc,
  names: readonly string[],
  at: Date,
  session: ClientSession,
): Promise<UserDoc[]> {
  if (names.length === 0) return [];
  const others = await namesIn(group, session);
  const taken = new Set(others.map(({ name }) => fold(name)));
  const unique = names.map((name) => uniqueName(name, taken));
  return insertGuests(group, unique, at, session);
}

/** The name, shortened to that of a guest, or `Ben (2)` if it is taken. Afterwards, it is taken. */
function uniqueName(name: string, taken: Set<string>): string {
  let unique = shorten(name, MAX_GUEST_NAME);
  for (let number = 2; taken.has(fold(unique)); number++) {
    const suffix = ` (${number})`;
    unique = `${shorten(name, MAX_GUEST_NAME - suffix.length)}${suffix}`;
  }
  taken.add(fold(unique));
  return unique;
}

/**
 * Locks the group of an import in a transaction, for the person who began it (see `lockGroup`).
 * @throws AppError "not-found", "forbidden", now or then
 */
export async function lockOfImport(
  actor: ObjectId,
  importId: ObjectId,
): Promise<(session: ClientSession) => Promise<{ record: ImportDoc; group: GroupDoc }>> {
  const { imports } = await collections();
  const there = { _id: importId, deletedAt: null };
  // Not in a session, because the transaction has to begin with the lock. An import never changes its group.
  const { groupId } = orNotFound(await imports.findOne(there, { projection: { groupId: 1 } }));
  return async (session) => {
    const group = await lockGroup(actor, groupId, session);
    const record = orNotFound(await imports.findOne(there, { session }));
    if (!record.createdBy.equals(actor))
      throw new AppError("forbidden", "Only the person who began this import can continue or undo it.");
    return { record, group };
  };
}

/**
 * Ends an import, by the person who began it: adds the events of the file that have no rows, and closes those that are
 * closed there. Does nothing if it is done.
 * @throws AppError "not-found", "forbidden"
 */
export async function finishImport(actor: ObjectId, importId: ObjectId): Promise<ImportDoc> {
  const { imports } = await collections();
  const lock = await lockOfImport(actor, importId);
  return withTransaction(async (session) => {
    const { record, group } = await lock(session);
    if (record.state === "done") return record;
    const at = new Date();
    const keys = record.into.kind === "file" ? keysOfFile(record.into.events) : [];
    const { added } = await ensureEvents(record, group, keys, at, session);
    const events = [...record.events, ...added];
    await closeMade({ ...record, events }, at, session);
    await imports.updateOne({ _id: importId }, { $set: { state: "done", events } }, { session });
    return { ...record, state: "done", events };
  });
}
