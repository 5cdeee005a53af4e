import "server-only";
import type { ObjectId } from "mongodb";
import { z } from "zod";
import { TOKEN_SCOPES } from "@/lib/core/tokens";
import { id } from "../documents";

// How people come in, as stored: accounts at providers, sessions, API tokens; and where notices go.

/** Owned by @auth/mongodb-adapter: how a user signs in. */
export type AccountDoc = {
  _id: ObjectId;
  userId: ObjectId;
  provider: string;
  providerAccountId: string;
};

/** A device on which a user is signed in. */
export type SessionDoc = {
  _id: ObjectId;
  user: ObjectId;
  /** Such as "Chrome on Android". */
  device: string;
  since: Date;
  /** The UTC day of its last use. */
  usedOn: Date;
  /** When it ends if it is not used again. */
  expiresAt: Date;
  /** Of a guest: whose link they used. */
  invitedBy?: ObjectId;
  /** Of a guest: it began with the guest's link after that had been used, perhaps by somebody to whom it was forwarded. */
  moved?: true;
  /** The guest whose session this one replaced, by signing in: its user may claim the guest. */
  claims?: ObjectId;
  /** The guest's link that was opened. If set, the user may claim the guest only while it is valid. */
  claimsBy?: ObjectId;
};

/** An API token (docs/rules.md#api-tokens). It is valid while its document exists, until it expires. */
export const tokenDoc = z.object({
  _id: id,
  /** SHA-256 of the token, which is not stored. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  user: id,
  name: z.string(),
  scope: z.enum(TOKEN_SCOPES),
  /** The only group that it reaches; missing: all of the user's. */
  groupId: id.optional(),
  createdAt: z.date(),
  expiresAt: z.date(),
  /** The UTC day of its last use; missing: none yet. */
  lastUsedOn: z.date().optional(),
});
export type TokenDoc = z.infer<typeof tokenDoc>;

/** A browser that shows a person's notices (docs/rules.md#push-notifications). */
export const pushSubscriptionDoc = z.object({
  /** Of the endpoint: the beginning of its SHA-256. */
  _id: id,
  userId: id,
  /** The session in which it was added, or that has followed it. It may have expired. */
  sessionId: id,
  /** Its address at its push service. */
  endpoint: z.string(),
  /** Its public key, and the secret that it shares with this server, in base64url. */
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  /** Such as "Chrome on Android". */
  device: z.string(),
  createdAt: z.date(),
  /** When the person has signed in there last, or added it. */
  signedInAt: z.date(),
});
export type PushSubscriptionDoc = z.infer<typeof pushSubscriptionDoc>;
