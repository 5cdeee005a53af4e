/** The person who is signed in, as the session carries them. */
export type SessionUser = {
  /** The user's `_id`, in hex. */
  id: string;
  name: string;
  /** In full, lower-case. */
  email: string;
  /** A URL, or "" where there is none. */
  picture: string;
};

/** The user in a decoded session token, or null where the token is none of ours. */
export function sessionUserOf(token: object | null | undefined): SessionUser | null {
  if (!token) return null;
  const { id, name, email, picture } = token as Partial<Record<keyof SessionUser, unknown>>;
  if (typeof id !== "string" || !/^[0-9a-f]{24}$/.test(id)) return null;
  if (typeof name !== "string" || typeof email !== "string") return null;
  return { id, name, email, picture: typeof picture === "string" ? picture : "" };
}
