/** The signed-in user, as currently stored in the database. */
export type SessionUser = {
  /** The user's `_id`, in hex. */
  id: string;
  name: string;
  /** Unmasked, lower-case. */
  email: string;
  /** A URL, or "" if there is none. */
  picture: string;
};
