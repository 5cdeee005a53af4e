import type { Subject, Subjects } from "./prepare";

/** A call or page that is measured. */
export type Target = {
  name: string;
  as: Subject;
  /** What its path starts with, and its query. */
  path: string;
  query?: Record<string, string>;
  /** What the floor reads, and the page whose elements it sends. */
  floor: { collections: string; screen?: string };
  goal?: number;
  /** The goal in relation to an earlier commit. */
  earlier?: number;
  /** The target with few expenses that it is compared with. */
  like?: string;
};

const CALL_OF_FLOOR = 0.6;
const PAGE_OF_FLOOR = 0.5;
/** Changes must cost next to nothing. */
const OF_EARLIER = 0.95;

/** The path of an event's page. */
export const eventPath = ({ group, event }: Subject) => `/groups/${group}/events/${event}`;

/** All calls and pages. @param expenses how many the large event has */
export function targets({ small, large, wide }: Subjects, expenses: number): Target[] {
  const many = `${expenses.toLocaleString("en-US")} expenses`;
  const calls = [
    ["GET /api/expenses, 30 rows", "/api/expenses", "expenses"],
    ["GET /api/settlements", "/api/settlements", "settlements"],
  ] as const;
  const ofCall = (as: Subject, path: string, collections: string) => ({
    as,
    path,
    query: { eventId: as.event, ...(collections === "expenses" && { limit: "30" }) },
    floor: { collections },
  });
  const event = { collections: "expenses,settlements", screen: "event" };
  const home = { collections: "friendships,balances,events", screen: "home" };
  const summary = { path: "/api/users/friends/summary", floor: { collections: "balances" } };
  return [
    ...calls.flatMap(([name, path, collections]) => [
      { name, ...ofCall(small, path, collections), goal: CALL_OF_FLOOR, earlier: OF_EARLIER },
      { name: `${name}, ${many}`, ...ofCall(large, path, collections), like: name },
    ]),
    {
      name: "GET /api/users/friends/summary",
      as: small,
      ...summary,
      goal: CALL_OF_FLOOR,
      earlier: OF_EARLIER,
    },
    {
      name: "Event page",
      as: small,
      path: eventPath(small),
      floor: event,
      goal: PAGE_OF_FLOOR,
      earlier: OF_EARLIER,
    },
    { name: `Event page, ${many}`, as: large, path: eventPath(large), floor: event, like: "Event page" },
    { name: "Home", as: small, path: "/friends", floor: home, goal: PAGE_OF_FLOOR, earlier: OF_EARLIER },
    { name: "Summary, 200 groups", as: wide, ...summary },
    { name: "Home, 200 groups, 20,000 open payments", as: wide, path: "/friends", floor: home },
  ];
}
