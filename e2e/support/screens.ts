import type { Event } from "@/lib/contract/events";
import type { Expense } from "@/lib/contract/expenses";
import type { Group } from "@/lib/contract/groups";
import type { User } from "@/lib/contract/people";
import type { Series } from "@/lib/contract/repeats";
import type { Settlement } from "@/lib/contract/settlements";
import type { Actor } from "./actor";

export type Screen = { name: string; path: string };

/** The first demo person: a member of groups with events, with pending requests. */
export const DEMO_EMAIL = "ana.silva@demo.test";

/** The screens without a session. */
export const OPEN_SCREENS: readonly Screen[] = [
  { name: "entry", path: "/" },
  { name: "login", path: "/login" },
  { name: "not-found", path: "/nowhere" },
];

/** Every guarded screen, with items that the user can see and change. */
export async function guardedScreens(actor: Pick<Actor, "id" | "get" | "post">): Promise<Screen[]> {
  const friends = await actor.get<User[]>("/api/users/friends");
  const groups = await actor.get<Group[]>("/api/groups");
  const group = groups.find(({ createdBy }) => createdBy._id !== actor.id) ?? groups[0];
  const events = await actor.get<Event[]>(`/api/events?groupId=${group?._id}`);
  const event = [...events].sort((a, b) => b.expenseCount - a.expenseCount)[0];
  const expenses = await actor.get<Expense[]>(`/api/expenses?eventId=${event?._id}`);
  const expense = expenses.find(({ paidBy }) => paidBy._id === actor.id);
  const payments = await actor.get<Settlement[]>(`/api/settlements?eventId=${event?._id}`);
  const payment = payments.find(({ settled }) => !settled);
  if (!friends[0] || !payment || !group || !event || !expense) throw new Error("There is not enough to see.");

  const { url } = await actor.post<{ url: string }>(`/api/events/${event._id}/statement-links`, {});
  // Far ahead, so that nothing else changes.
  const splitWith = group.members.map(({ _id }) => _id);
  const ahead = { description: "Rent", amount: 800, splitWith, date: "2099-01-01" };
  const repeats = { every: "month", timeZone: "UTC" };
  const series = await actor.post<Series>("/api/expenses", { eventId: event._id, ...ahead, repeats });
  const groupPath = `/groups/${group._id}`;
  const eventPath = `${groupPath}/events/${event._id}`;
  return [
    { name: "friends", path: "/friends" },
    { name: "activity", path: "/activity" },
    { name: "add", path: "/add" },
    { name: "add-friend", path: "/add-friend" },
    { name: "share", path: `/friends/${friends[0]._id}/add-expense` },
    { name: "requests", path: "/requests" },
    { name: "friend", path: `/friends/${friends[0]._id}` },
    { name: "groups", path: "/groups" },
    { name: "create-group", path: "/create-group" },
    { name: "create-event", path: "/create-event" },
    { name: "group", path: groupPath },
    { name: "group-activity", path: `${groupPath}/activity` },
    { name: "search", path: "/search?q=e" },
    { name: "search-group", path: `/search?group=${group._id}&category=dining` },
    { name: "spending", path: `${groupPath}/spending` },
    { name: "spending-category", path: `${groupPath}/spending?category=dining` },
    { name: "report", path: `${groupPath}/report` },
    { name: "series", path: `${groupPath}/series` },
    { name: "edit-series", path: `${groupPath}/series/${series._id}` },
    { name: "deleted", path: `${groupPath}/deleted` },
    { name: "deleted-groups", path: "/groups/deleted" },
    { name: "import", path: "/groups/import" },
    { name: "import-group", path: `${groupPath}/import` },
    { name: "group-plan", path: `${groupPath}/plan` },
    { name: "invite", path: `${groupPath}/invite` },
    { name: "edit-group", path: `${groupPath}/edit` },
    { name: "add-event", path: `${groupPath}/add-event` },
    { name: "event", path: eventPath },
    { name: "event-activity", path: `${eventPath}/activity` },
    { name: "statement", path: `${eventPath}/statement` },
    { name: "shared", path: new URL(url).pathname },
    { name: "table", path: `${eventPath}/table` },
    { name: "edit-event", path: `${eventPath}/edit` },
    { name: "record-payment", path: `${eventPath}/record-payment` },
    { name: "add-expense", path: `${eventPath}/add-expense` },
    { name: "expense", path: `${eventPath}/expenses/${expense._id}` },
    { name: "edit-expense", path: `${eventPath}/edit-expense/${expense._id}` },
    { name: "why", path: `${eventPath}/why/${payment._id}` },
    { name: "account", path: "/account" },
    { name: "gone", path: "/groups/aaaaaaaaaaaaaaaaaaaaaaaa" },
  ];
}
