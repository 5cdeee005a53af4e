/** The sections of the application and their screens, which all need a session (docs/rules.md#screens). */
export const SECTIONS = {
  "/friends": ["/friends", "/activity", "/add", "/add-friend", "/requests"],
  "/groups": ["/groups", "/create-group", "/create-event"],
  "/account": ["/account"],
} as const;

/** The screen on which someone takes the place of a guest: it belongs to the groups. */
const CLAIM = /^\/friends\/[^/]+\/claim$/;

/**
 * The section of a screen, or of one below it; undefined for those without a session.
 * @param path the path of a URL, without the query
 */
export function sectionOf(path: string): string | undefined {
  const shown = CLAIM.test(path) ? "/groups" : path;
  const contains = (screen: string) => shown === screen || shown.startsWith(`${screen}/`);
  return Object.entries(SECTIONS).find(([, screens]) => screens.some(contains))?.[0];
}
