import type { AccessWorld } from "./access-world";

/** A guarded screen. `for`: who may see it. */
export type CrawledScreen = { path: string; for: "everyone" | "members" | "nobody" };

type Place = { group: string; event: string; expense: string; settlement: string };

/** The screens of a group that its guests may see, too. */
const groupScreensOfGuests = ({ group, event, expense, settlement }: Place): string[] => {
  const [ofGroup, ofEvent] = [`/groups/${group}`, `/groups/${group}/events/${event}`];
  return [
    ...["", "/activity"].map((end) => ofGroup + end),
    ...["", "/activity", "/statement", "/add-expense", `/expenses/${expense}`, `/why/${settlement}`].map(
      (end) => ofEvent + end,
    ),
    `${ofEvent}/edit-expense/${expense}`,
    ...[`${ofGroup}/search?q=zq`, `/search?q=zq&group=${group}`, `/search?q=zq&event=${event}`],
  ];
};

const otherGroupScreens = ({ group, event }: Place): string[] => [
  ...["/deleted", "/spending", "/edit", "/invite", "/plan"].map((end) => `/groups/${group}${end}`),
  ...["/add-event", "/create-event"].map((end) => `/groups/${group}${end}`),
  ...["/edit", "/table"].map((end) => `/groups/${group}/events/${event}${end}`),
];

/** Every guarded screen. */
export function screensOf({ ids, bystander, friendOfAll }: AccessWorld): CrawledScreen[] {
  const own = [
    ...["/friends", "/activity", "/add", "/add-friend", "/requests", "/groups", "/search?q=zq"],
    ...["/create-group", "/create-event"],
    ...["/groups/deleted", "/account", `/friends/${bystander.id}`],
    `/friends/${friendOfAll.id}/add-expense`,
    // Leads everyone but guests home.
    `/groups/${ids.group}/keep`,
  ];
  return [
    ...own.map((path) => ({ path, for: "everyone" as const })),
    { path: `/friends/${ids.guest}/claim`, for: "nobody" },
    ...[...groupScreensOfGuests(ids), ...otherGroupScreens(ids)].map((path) => ({
      path,
      for: "members" as const,
    })),
  ];
}

/** Every guarded screen as a guest asks for it, with the ids of another group, and of their own. */
export function screensForGuest(world: AccessWorld): { path: string; isOpen: boolean }[] {
  const { guestPlace, people } = world;
  // Home leads to their group.
  const isOpen = (path: string) => ["/friends", "/groups", "/search?q=zq"].includes(path);
  return [
    ...screensOf(world).map(({ path }) => ({ path, isOpen: isOpen(path) })),
    ...[people.member, people.creator].map(({ id }) => ({ path: `/friends/${id}`, isOpen: false })),
    ...[...groupScreensOfGuests(guestPlace), `/groups/${guestPlace.group}/keep`].map((path) => ({
      path,
      isOpen: true,
    })),
    ...otherGroupScreens(guestPlace).map((path) => ({ path, isOpen: false })),
  ];
}
