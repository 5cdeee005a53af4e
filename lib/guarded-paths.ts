// The one list of what needs a session (spec section 2, design section 4). middleware.ts turns people away
// early by it; what a signed-in person may see or do is decided in lib/access.ts.

/** Screens behind the guard, each with everything below it. */
export const GUARDED_SCREENS = [
  "/friends",
  "/add-friend",
  "/requests",
  "/groups",
  "/create-group",
  "/account",
] as const;

/** Calls that anybody may make, each with everything below it. All others under /api need a session. */
export const OPEN_CALLS = ["/api/auth", "/api/health", "/api/openapi.json"] as const;

const within = (path: string, root: string) => path === root || path.startsWith(`${root}/`);

/** @param path the path of a URL, without query */
export function isGuardedScreen(path: string): boolean {
  return GUARDED_SCREENS.some((screen) => within(path, screen));
}

/** @param path the path of a URL, without query */
export function isGuardedCall(path: string): boolean {
  return within(path, "/api") && !OPEN_CALLS.some((call) => within(path, call));
}
