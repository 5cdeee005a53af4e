// One row for each screen with a session. `npm run crawl` checks who may see it, `npm run bench:requests` measures it,
// and the tours of the end-to-end tests visit it, so that a new screen is covered by its row. testing/screens.test.ts
// compares the rows with the pages.

type Accounts = "everyone" | "members" | "nobody";

/** Who may see a screen: which accounts (members: of the group in the path), and whether the group's guests. */
export type Audience = Accounts | `${Accounts} and guests`;

/** What a tour of a member's screens visits, by its path. */
export const SCREENS = {
  "/friends": "everyone and guests",
  "/friends/{friendId}": "everyone",
  "/friends/{friendId}/add-expense": "everyone",
  "/activity": "everyone",
  "/add": "everyone",
  "/add-friend": "everyone",
  "/notifications": "everyone",
  "/notifications/settings": "everyone",
  "/requests": "everyone",
  "/search?q=e": "everyone and guests",
  "/groups": "everyone and guests",
  "/groups/deleted": "everyone",
  "/groups/import": "everyone",
  "/create-group": "everyone",
  "/create-event": "everyone",
  "/groups/{groupId}": "members and guests",
  "/groups/{groupId}/activity": "members and guests",
  "/groups/{groupId}/spending": "members",
  "/groups/{groupId}/report": "members and guests",
  "/groups/{groupId}/series": "members and guests",
  "/groups/{groupId}/series/{seriesId}": "members",
  "/groups/{groupId}/deleted": "members",
  "/groups/{groupId}/import": "members",
  "/groups/{groupId}/plan": "members",
  "/groups/{groupId}/invite": "members",
  "/groups/{groupId}/edit": "members",
  "/groups/{groupId}/add-event": "members",
  "/groups/{groupId}/events/{eventId}": "members and guests",
  "/groups/{groupId}/events/{eventId}/activity": "members and guests",
  "/groups/{groupId}/events/{eventId}/statement": "members and guests",
  "/groups/{groupId}/events/{eventId}/table": "members",
  "/groups/{groupId}/events/{eventId}/edit": "members",
  "/groups/{groupId}/events/{eventId}/record-payment": "members and guests",
  "/groups/{groupId}/events/{eventId}/add-expense": "members and guests",
  "/groups/{groupId}/events/{eventId}/expenses/{expenseId}": "members and guests",
  "/groups/{groupId}/events/{eventId}/edit-expense/{expenseId}": "members and guests",
  "/groups/{groupId}/events/{eventId}/why/{settlementId}": "members and guests",
  "/account": "everyone",
} as const satisfies Record<string, Audience>;

/** The others: they show what one of these shows, lead elsewhere, or need a link. */
export const OTHER_SCREENS = {
  "/search?q=e&group={groupId}": "members and guests",
  "/search?q=e&event={eventId}": "members and guests",
  // Leads everyone but guests home.
  "/groups/{groupId}/keep": "everyone and guests",
  "/groups/{groupId}/create-event": "members",
  "/groups/{groupId}/search?q=e": "members and guests",
  "/friends/{guestId}/claim": "nobody",
} as const satisfies Record<string, Audience>;

/** The items that a path names. */
export type ScreenIds = Record<"friend" | "group" | "event" | "expense" | "settlement" | "series", string>;

/** The path of a screen, with the ids of items. @param ids those that the path names */
export const screenPath = (screen: string, ids: Readonly<Record<string, string>>): string =>
  screen.replace(/\{(\w+)Id\}/g, (_, item: string) => {
    const id = ids[item];
    if (!id) throw new Error(`${screen} names no ${item}.`);
    return id;
  });
