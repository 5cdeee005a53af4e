import "server-only";

/** MongoDB's error code for a violated unique index. */
export const DUPLICATE_KEY = 11000;

/** True where the error carries this MongoDB error code. */
export function hasCode(error: unknown, code: number): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === code;
}
