/** The person who is signed in, as they are in the database now. */
export type SessionUser = {
  /** The user's `_id`, in hex. */
  id: string;
  name: string;
  /** In full, lower-case. */
  email: string;
  /** A URL, or "" where there is none. */
  picture: string;
};
