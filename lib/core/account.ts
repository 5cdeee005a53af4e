/** The signed-in user, as currently stored in the database. */
export type SessionUser = {
  /** The user's `_id`, in hex. */
  id: string;
  name: string;
  /** Unmasked, lower-case; "" for a guest. */
  email: string;
  /** A URL, or "" if there is none. */
  picture: string;
  /** Of someone who takes part without an account: the `_id` of their group, in hex. */
  guest?: string;
  /** The guest whose place they may be able to take, in hex. Read along with the revision. */
  claims?: string;
  /** Differs when something that they can see has changed (lib/db/revision.ts). Read only for screens that compare it. */
  revision?: string;
  /** How many friend requests and invitations wait for them. Read along with the revision. */
  requests?: { friend: number; group: number } | undefined;
};

/**
 * The header of a write that names the user for whom the screen was rendered. If someone else has signed in since, in
 * another tab, the server refuses.
 */
export const ACTOR_HEADER = "Evenly-User";

/** The pattern of a demo person's address (docs/rules.md#sign-in), for regular expressions and input fields. */
export const DEMO_ADDRESS = String.raw`[A-Za-z0-9]+([._\-][A-Za-z0-9]+)*@demo\.test`;
export const MAX_DEMO_ADDRESS = 80;
