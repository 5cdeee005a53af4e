import { type Actor, signIn } from "../support/actor";
import { crowd } from "../support/crowd";
import { test } from "../support/fixtures";
import { DEMO_EMAIL, guardedScreens, OPEN_SCREENS, type Screen } from "../support/screens";
import type { AppServer } from "../support/server";
import { expenseIn } from "../support/world";
import type { Event } from "@/lib/contract/events";

const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

const DISHES = [
  "Tapas at Casa Morena",
  "Taxi to the station",
  "Groceries",
  "Museum tickets",
  "Ferry",
  "Coffee",
];

const toScreen = (path: string): Screen => ({ name: path, path });

/** The name of a screen, without a path's special characters. */
const fileOf = (name: string) =>
  name
    .replace(/^\//, "")
    .replace(/[0-9a-f]{24}|\{\w+\}/g, "one")
    .replaceAll("/", "-");

/** The users: a newcomer, a demo person, and someone with 40 people in an event with 300 expenses. */
const PEOPLE: {
  who: string;
  email: string;
  screens: (actor: Actor, server: AppServer) => Promise<Screen[]>;
}[] = [
  {
    who: "newcomer",
    email: "nia.newcomer@demo.test",
    screens: async () =>
      [
        "/friends",
        "/activity",
        "/add-friend",
        "/requests",
        "/groups",
        "/create-group",
        "/create-event",
        "/account",
      ].map(toScreen),
  },
  { who: "ordinary", email: DEMO_EMAIL, screens: guardedScreens },
  {
    who: "crowded",
    email: "cora.crowd@demo.test",
    screens: async (actor, server) => {
      const paths = await crowd(actor, server);
      const [, group, event] = /groups\/(\w+)\/events\/(\w+)\/add-expense/.exec(paths.join(" ")) ?? [];
      const events = await actor.get<Event[]>(`/api/events?groupId=${group}`);
      const busy = events.find(({ _id }) => _id === event);
      for (let count = 0; busy && count < 290; count++)
        await expenseIn(busy, actor, DISHES[count % DISHES.length] ?? "", 7 + ((count * 37) % 400) / 10);
      return paths.map(toScreen);
    },
  },
];

for (const colorScheme of ["light", "dark"] as const) {
  for (const { who, email, screens } of PEOPLE) {
    test(`${who}, ${colorScheme}`, async ({ newContext, guard, startServer }) => {
      test.setTimeout(600_000);
      guard.allowStatus(404);
      const server = await startServer({ RATE_LIMITS_OFF: "true" });
      const options = { colorScheme, reducedMotion: "reduce", baseURL: server.url } as const;
      const open = await (await newContext(options)).newPage();
      const person = await signIn(await newContext(options), server.url, email);
      const all = [
        ...OPEN_SCREENS.map((screen) => ({ ...screen, page: open })),
        ...(await screens(person, server)).map((screen) => ({ ...screen, page: person.page })),
      ];
      for (const viewport of SIZES) {
        for (const { name, path, page } of all) {
          await page.setViewportSize(viewport);
          await page.goto(path, { waitUntil: "networkidle" });
          await page.screenshot({
            path: `screenshots/${who}/${viewport.width}-${colorScheme}/${fileOf(name)}.png`,
            fullPage: true,
          });
        }
      }
    });
  }
}
