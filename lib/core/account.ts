/** The signed-in user, as currently stored in the database. */
export type SessionUser = {
  /** The user's `_id`, in hex. */
  id: string;
  name: string;
  /** Unmasked, lower-case; "" for a guest. */
  email: string;
  /** A URL, or "" if there is none. */
  picture: string;
  /** Only for a guest: the `_id` of the guest's group, in hex. */
  guest?: string;
  /** The guest whom they may be able to claim, in hex. Read with the revision. */
  claims?: string;
  /** Changes when something that they can see has changed (lib/db/revision.ts). Read only for screens. */
  revision?: string;
  /** The number of their pending friend requests and invitations. Read with the revision. */
  requests?: { friend: number; group: number; notices: number } | undefined;
};

/**
 * The header of a write that names the user for whom the screen was rendered. If someone else has signed in since, in
 * another tab, the server refuses.
 */
export const ACTOR_HEADER = "Evenly-User";

/** The header of a screen that public/sw.js keeps: whose it is, as the user's `_id`. */
export const PERSON_HEADER = "Evenly-Person";

/** The pattern of a demo person's address (docs/rules.md#sign-in), for regular expressions and input fields. */
export const DEMO_ADDRESS = String.raw`[A-Za-z0-9]+([._\-][A-Za-z0-9]+)*@demo\.test`;
export const MAX_DEMO_ADDRESS = 80;
