import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { User } from "@/lib/contract/people";
import type { Series } from "@/lib/contract/repeats";
import type { Settlement } from "@/lib/contract/settlements";
import { screenPath, SCREENS, type ScreenIds } from "@/testing/screens";
import type { Actor } from "./actor";

export type Screen = { name: string; path: string };

/** The first demo person: a member of groups with events, with pending requests. */
export const DEMO_EMAIL = "ana.silva@demo.test";

/** The screens without a session, except those of links. */
export const OPEN_SCREENS: readonly Screen[] = [
  { name: "entry", path: "/" },
  { name: "login", path: "/login" },
  { name: "not-found", path: "/nowhere" },
];

/**
 * Every screen of an event's member, named as in testing/screens.ts. Adds a series to the event, so that there is one to
 * show.
 */
export async function screensOf(
  actor: Pick<Actor, "post">,
  { _id: eventId, groupId, participants }: Event,
  items: Pick<ScreenIds, "friend" | "expense" | "settlement">,
): Promise<Screen[]> {
  // Far ahead, so that nothing else changes.
  const splitWith = participants.map(({ _id }) => _id);
  const ahead = { eventId, description: "Rent", amount: 800, splitWith, date: "2099-01-01" };
  const repeats = { every: "month", timeZone: "UTC" };
  const series = await actor.post<Series>("/api/expenses", { ...ahead, repeats });
  const ids: ScreenIds = { ...items, group: groupId, event: eventId, series: series._id };
  const screens = [
    ...Object.keys(SCREENS),
    "/search?q=e&group={groupId}",
    "/search?q=e&event={eventId}",
    "/search?group={groupId}&category=dining",
    "/groups/{groupId}/spending?category=dining",
  ];
  return screens.map((screen) => ({ name: screen, path: screenPath(screen, ids) }));
}

/** The payment of an event that is listed first, and is not settled. @throws if there is none */
export async function openPayment(actor: Pick<Actor, "get">, event: Event): Promise<string> {
  const payments = await actor.get<Settlement[]>(`/api/settlements?eventId=${event._id}`);
  const payment = payments.find(({ settled }) => !settled);
  if (!payment) throw new Error("Everything is settled.");
  return payment._id;
}

/** Every guarded screen with items of the demo data that the user can see and change. */
export async function guardedScreens(actor: Pick<Actor, "id" | "get" | "post">): Promise<Screen[]> {
  const friends = await actor.get<User[]>("/api/users/friends");
  const groups = await actor.get<Group[]>("/api/groups");
  const group = groups.find(({ createdBy }) => createdBy._id !== actor.id) ?? groups[0];
  const events = await actor.get<Event[]>(`/api/events?groupId=${group?._id}`);
  const event = [...events].sort((a, b) => b.expenseCount - a.expenseCount)[0];
  const expenses = await actor.get<Expense[]>(`/api/expenses?eventId=${event?._id}`);
  const expense = expenses.find(({ paidBy }) => paidBy._id === actor.id);
  if (!friends[0] || !event || !expense) throw new Error("There is not enough to see.");
  const settlement = await openPayment(actor, event);
  const { url } = await actor.post<{ url: string }>(`/api/events/${event._id}/statement-links`, {});
  return [
    ...(await screensOf(actor, event, { friend: friends[0]._id, expense: expense._id, settlement })),
    { name: "shared", path: new URL(url).pathname },
    { name: "gone", path: "/groups/aaaaaaaaaaaaaaaaaaaaaaaa" },
  ];
}

/** The path of a form for a new expense. */
export const formPath = async (actor: Pick<Actor, "id" | "get" | "post">): Promise<string> =>
  (await guardedScreens(actor)).find(({ name }) => name.endsWith("{eventId}/add-expense"))?.path ?? "";
