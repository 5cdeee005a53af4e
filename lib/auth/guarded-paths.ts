// The screens that need a session (spec section 2). middleware.ts sends people away early by this list; what a
// signed-in person may see or do is decided in lib/access.ts.

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
