// The screens that need a session (spec section 2). middleware.ts redirects early based on this list; lib/access.ts
// is the authorization.

/** Screens behind the guard, including everything below them. */
export const GUARDED_SCREENS = [
  "/friends",
  "/activity",
  "/add-friend",
  "/requests",
  "/groups",
  "/create-group",
  "/account",
] as const;

const within = (path: string, root: string) => path === root || path.startsWith(`${root}/`);

/** @param path the path of a URL, without the query */
export function isGuardedScreen(path: string): boolean {
  return GUARDED_SCREENS.some((screen) => within(path, screen));
}
