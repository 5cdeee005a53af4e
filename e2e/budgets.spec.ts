import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { signIn } from "./actor";
import { expect, test } from "./fixtures";
import { LAYOUT_SHIFT, shiftsOf, watchShifts } from "./layout-shifts";
import type { AppServer } from "./server";
import { DEMO_EMAIL, guardedScreens } from "./screens";
import type { Event, Group } from "@/lib/schemas/answers";

// What a screen may cost. The database commands of each screen are counted in lib/views.test.ts.

/** Kilobytes of gzipped JavaScript a route loads at first; the framework's floor is 135. */
const JAVASCRIPT = 175;

type RouteStats = { route: string; firstLoadChunkPaths: string[] };

test("no route loads more JavaScript than it may", () => {
  const stats = JSON.parse(readFileSync(".next/diagnostics/route-bundle-stats.json", "utf8")) as RouteStats[];
  const sizes = stats.map(({ route, firstLoadChunkPaths }) => {
    const bytes = firstLoadChunkPaths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
    return [route, Math.round(bytes / 100) / 10] as const;
  });
  expect(sizes.length).toBeGreaterThan(15);
  expect(sizes.filter(([, kilobytes]) => kilobytes > JAVASCRIPT)).toEqual([]);
});

/** Opens a screen, lets everything arrive that comes by itself, and says how much moved. */
async function shiftOf(page: Page, path: string): Promise<{ total: number; details: string }> {
  await page.goto(path, { waitUntil: "networkidle" });
  return shiftsOf(page);
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`nothing moves by itself on any screen (${viewport.width} px)`, async ({ newContext, server }) => {
    test.slow();
    const context = await newContext({ viewport, baseURL: server.url });
    const ana = await signIn(context, server.url, DEMO_EMAIL);
    await watchShifts(ana.page);
    for (const { name, path } of await guardedScreens(ana)) {
      if (name === "gone") continue;
      const { total, details } = await shiftOf(ana.page, path);
      expect(total, `${name}: ${details}`).toBeLessThanOrEqual(LAYOUT_SHIFT);
    }
  });
}

test.describe("an event with 30 and one with 10,000 expenses", () => {
  const people = { 30: "person-30-1@demo.test", 10000: "person-10000-1@demo.test" } as const;

  /** Adds two people whose one event holds so many expenses, while the server runs. */
  async function seed(server: AppServer, expenses: keyof typeof people): Promise<void> {
    const amounts = ["--expenses", `${expenses}`, "--events", "1", "--groups", "1", "--people", "2"];
    const seeded = ["--seed", `${expenses}`];
    await promisify(execFile)(
      process.execPath,
      ["lib/cli/run.mjs", "lib/cli/seed.ts", ...amounts, ...seeded],
      { env: { ...process.env, DATA_DIR: server.dataDir } },
    );
  }

  test("cost the same", async ({ startServer, newContext }) => {
    test.slow();
    const server = await startServer();
    const seen: { bytes: number; shift: number; requests: number }[] = [];
    for (const expenses of [30, 10000] as const) {
      await seed(server, expenses);
      const ana = await signIn(await newContext({ baseURL: server.url }), server.url, people[expenses]);
      const [group] = await ana.get<Group[]>("/api/groups");
      const [event] = await ana.get<Event[]>(`/api/events?groupId=${group?._id}`);
      expect(event?.expenseCount).toBe(expenses);
      const path = `/groups/${group?._id}/events/${event?._id}`;
      const html = await (await ana.fetch("GET", path)).text();
      await watchShifts(ana.page);
      let requests = 0;
      ana.page.on("request", (request) => (requests += request.url().includes("/api/") ? 1 : 0));
      const { total: shift } = await shiftOf(ana.page, path);
      seen.push({ bytes: html.length, shift, requests });
      const heading = ana.page.getByRole("heading", { name: `Expenses (${expenses}):` });
      await expect(heading).toBeVisible();
      const rows = ana.page.getByRole("region", { name: /^Expenses/ }).getByRole("listitem");
      await expect(rows).toHaveCount(Math.min(expenses, 50));
      if (expenses > 50) {
        await ana.page.getByRole("button", { name: "Show more expenses" }).click();
        await expect(rows).toHaveCount(100);
      }
    }
    const [few, many] = seen;
    for (const { shift } of seen) expect(shift).toBeLessThanOrEqual(LAYOUT_SHIFT);
    expect(many?.requests).toBe(few?.requests);
    // 50 rows instead of 30, and not one more.
    expect((many?.bytes ?? 0) / (few?.bytes ?? 1)).toBeLessThan(2);
  });
});
