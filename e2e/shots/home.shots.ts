import { signIn } from "../actor";
import { crowd } from "../crowd";
import { test } from "../fixtures";
import { DEMO_EMAIL } from "../screens";
import { eventIn, expenseIn, groupOf } from "../world";
import type { Group, Event } from "@/lib/schemas/answers";

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
test("shots", async ({ newContext, person, server, guard }) => {
  test.setTimeout(400_000);
  guard.allowStatus(404);
  const dora = await person("dora.hall");
  const ana = await person("ana.silva");
  const others = [await person("ben.carter"), await person("ben.okafor"), await person("cleo.marsh"), await person("dan.wu")];
  const group = await groupOf(ana, others, "Cabin weekend");
  const event = await eventIn(group, ana, "Friday dinner", "2026-11-20");
  const lunch = await eventIn(group, ana, "Saturday lunch", "2026-11-21");
  await eventIn(group, others[0]!, "Museum tickets", "2026-11-22");
  const amounts = [64.2, 18.5, 120, 33.33, 9.99, 240, 15, 48.4];
  for (const [i, amount] of amounts.entries()) await expenseIn(i % 2 ? event : lunch, [ana, ...others][i % 5]!, `Thing ${i}`, amount);
  const people = { demo: DEMO_EMAIL, newcomer: dora.email, ordinary: ana.email };
  const paths: Record<string, Record<string, string>> = {};
  for (const [name, email] of Object.entries(people)) {
    const one = await signIn(await newContext({ baseURL: server.url }), server.url, email);
    const groups = await one.get<Group[]>("/api/groups");
    paths[name] = { friends: "/friends", groups: "/groups" };
    const g = name === "ordinary" ? group : groups.find(({ members }) => members.length > 2);
    if (g) paths[name]!.group = `/groups/${g._id}`;
  }
  if (process.env.CROWD) {
    const eva = await person("eva.stone");
    const all = await crowd(eva, server.url);
    Object.assign(people, { crowded: eva.email });
    paths.crowded = { friends: "/friends", groups: "/groups", group: all.find((p) => /^\/groups\/[0-9a-f]{24}$/.test(p))! };
  }
  void ({} as Event);
  for (const colorScheme of ["light", "dark"] as const)
    for (const viewport of sizes)
      for (const [name, email] of Object.entries(people)) {
        const context = await newContext({ colorScheme, viewport, reducedMotion: "reduce", baseURL: server.url });
        const { page } = await signIn(context, server.url, email);
        for (const [screen, path] of Object.entries(paths[name]!)) {
          await page.goto(path, { waitUntil: "networkidle" });
          await page.screenshot({ path: `screenshots/h-${name}-${screen}-${viewport.width}-${colorScheme}.png`, fullPage: true });
        }
        await context.close();
      }
});
