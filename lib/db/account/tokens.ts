import "server-only";
import { randomBytes } from "node:crypto";
import { ObjectId, type Document } from "mongodb";
import { dayOf, daysAgo } from "@/lib/core/text/dates";
import { TOKEN_PREFIX, type TokenItem } from "@/lib/core/tokens";
import { notFound } from "@/lib/errors";
import { assertMayCreateToken } from "../caps";
import {
  collections,
  type Collections,
  type GroupDoc,
  type SessionDoc,
  type TokenDoc,
  withTransaction,
} from "../collections";
import { lockSharedGroup } from "../groups";
import { hashOf } from "../hash";
import { requireId, toId } from "../ids";
import { pushDevicesOf, type PushDevice } from "../notices/push";
import { aggregate, lookup, unionWith } from "../page";
import {
  lookupOwner,
  noteUse,
  ownerIn,
  stagesOf,
  type DebtKey,
  type Owned,
  type SelfDoc,
  type SessionInclude,
} from "./sessions";

// API tokens (docs/rules.md#api-tokens). Only their users know them: the database stores a hash of each. They are
// random, so the hash needs no salt.

/** The form of a token: the prefix and 256 random bits. Anything else is refused without a query. */
const TOKEN = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`);

/**
 * Creates a token.
 * @param of.groupId the only group that it reaches; null: all of the user's
 * @param of.days until it expires
 * @returns also the token itself, which cannot be read again
 * @throws AppError "not-found" if the user is not a member of the group; "forbidden" if it is of a pair;
 * "too-many-tokens"
 */
export async function createToken(
  user: ObjectId,
  of: Pick<TokenDoc, "name" | "scope"> & { groupId: ObjectId | null; days: number },
): Promise<{ stored: TokenWithGroup; token: string }> {
  const { tokens } = await collections();
  const { groupId, days, ...named } = of;
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString("base64url")}`;
  const stored: TokenDoc = {
    _id: new ObjectId(),
    hash: hashOf(token),
    user,
    ...named,
    ...(groupId && { groupId }),
    createdAt: new Date(),
    expiresAt: daysAgo(-days),
  };
  return withTransaction(async (session) => {
    const group = groupId && (await lockSharedGroup(user, groupId, session, "locked"));
    await assertMayCreateToken(user, session);
    await tokens.insertOne(stored, { session });
    return { stored: { ...stored, group: group ? [group] : [] }, token };
  });
}

/** `group`: the only one that the token reaches, unless it has been purged. */
export type TokenWithGroup = TokenDoc & { group: Pick<GroupDoc, "_id" | "title">[] };

/** The user's valid tokens, newest first, with their groups. One command. */
export async function listTokens(user: ObjectId): Promise<TokenWithGroup[]> {
  const { tokens } = await collections();
  return aggregate<TokenWithGroup>(tokens, tokensOf(user));
}

/**
 * The user's sessions, last used first; the browsers that show their notices, and their valid tokens, newest first. One
 * command.
 */
export async function listDevicesAndTokens(
  user: ObjectId,
): Promise<{ sessions: SessionDoc[]; pushDevices: PushDevice[]; tokens: TokenWithGroup[] }> {
  const { sessions } = await collections();
  const rows = await aggregate<SessionDoc | PushDevice | TokenWithGroup>(sessions, [
    { $match: { user, ...unexpired() } },
    { $sort: { usedOn: -1, _id: -1 } },
    unionWith("pushSubscriptions", pushDevicesOf(user)),
    unionWith("tokens", tokensOf(user)),
  ]);
  return {
    sessions: rows.flatMap((row) => ("usedOn" in row ? [row] : [])),
    pushDevices: rows.flatMap((row) => ("signedInAt" in row ? [row] : [])),
    tokens: rows.flatMap((row) => ("scope" in row ? [row] : [])),
  };
}

const unexpired = () => ({ expiresAt: { $gt: new Date() } });

const tokensOf = (user: ObjectId): Document[] => [
  { $match: { user, ...unexpired() } },
  { $sort: { createdAt: -1, _id: -1 } },
  lookup({ from: "groups", localField: "groupId", foreignField: "_id", as: "group" }, [
    { $project: { title: 1 } },
  ]),
];

/** Revokes a token of the user: it is refused from now on. @throws AppError "not-found" */
export async function revokeToken(user: ObjectId, id: ObjectId): Promise<void> {
  const { tokens } = await collections();
  if ((await tokens.deleteOne({ _id: id, user })).deletedCount === 0) throw notFound();
}

type Found = Pick<TokenDoc, "_id" | "scope" | "groupId" | "lastUsedOn"> & Owned;

/**
 * The token and its user as currently stored; null if it was revoked, has expired, or never existed, or the user is
 * deleted. One command, and another one on the first use of a day.
 * @param along what else the same command reads; of a token of one group, only that group
 * @param id the id of the included item, if it has one
 */
export async function getUserOfToken(
  token: string,
  along?: Exclude<SessionInclude, "revision">,
  id?: string,
  now: Date = new Date(),
): Promise<{ found: Pick<TokenDoc, "_id" | "scope" | "groupId">; user: SelfDoc } | null> {
  if (!TOKEN.test(token)) return null;
  const { tokens } = await collections();
  const rows = await aggregate<Found | DebtKey>(tokens, [
    { $match: { hash: hashOf(token), expiresAt: { $gt: now } } },
    { $project: { user: 1, scope: 1, groupId: 1, lastUsedOn: 1 } },
    lookupOwner(along),
    ...stagesOf(along, toId(id)),
  ]);
  const owned = ownerIn(rows, along);
  if (!owned) return null;
  const { found, user } = owned;
  const today = dayOf(now);
  if (!found.lastUsedOn || found.lastUsedOn < today)
    await noteUse("token", tokens.updateOne({ _id: found._id }, { $set: { lastUsedOn: today } }));
  const { groupId } = found;
  const groups = user.groups?.filter(({ _id }) => !groupId || _id.equals(groupId));
  return { found, user: { ...user, ...(groups && { groups }) } };
}

/** The collection of each kind of item. */
const COLLECTIONS = {
  event: "events",
  expense: "expenses",
  settlement: "settlements",
  comment: "activities",
  import: "imports",
  series: "series",
} as const satisfies Record<Exclude<TokenItem, "group">, keyof Collections>;

/**
 * Whether an item is in a group, deleted or not. A write checks it again when it locks its group.
 * @throws AppError "not-found" if the id is malformed
 */
export async function isInGroup(kind: TokenItem, id: string, groupId: ObjectId): Promise<boolean> {
  const _id = requireId(id);
  if (kind === "group") return _id.equals(groupId);
  const items = (await collections())[COLLECTIONS[kind]];
  return (await aggregate(items, [{ $match: { _id, groupId } }, { $project: { _id: 1 } }])).length > 0;
}
