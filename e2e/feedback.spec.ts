import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { groupOf, groupUrl } from "./support/world";

// Immediate feedback on a tap, and where messages appear.

/** Holds back the browser's requests when a link to `path` is tapped. @returns releases them */
async function holdBack(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    (url) => url.pathname === path && url.searchParams.has("_rsc"),
    async (route) => {
      await released;
      await route.continue();
    },
  );
  return release;
}

const boxOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error("It is not shown.");
  return { top: box.y, bottom: box.y + box.height };
};

test("a row, a button, and Go back show that they were pressed until the screen is loaded", async ({
  person,
}) => {
  const ana = await person("ana.silva", { viewport: { width: 360, height: 740 } });
  const path = groupUrl(await groupOf(ana, [await person("ben.carter")], "Rowers"));
  const { page } = ana;
  await page.goto("/groups");

  for (const [target, to] of [
    [page.getByRole("link", { name: "Rowers" }), path],
    [page.getByRole("link", { name: "Add Event" }), `${path}/add-event`],
    [page.getByRole("link", { name: "Go back" }), path],
  ] as const) {
    const release = await holdBack(page, to);
    await target.click();
    await expect(target.locator(".link-pending")).toBeAttached();
    release();
    await expect(page.locator(".link-pending")).toHaveCount(0);
    await expect(page).toHaveURL(to);
    await page.unrouteAll();
  }
});

test("toasts are above the action bar, and cover neither the title nor Go back", async ({ person }) => {
  const { page } = await person("ana.silva", { viewport: { width: 360, height: 740 } });
  await page.goto("/create-group");
  await page.getByLabel("Group Title").fill("Rowers");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("Rowers");
  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  const news = await boxOf(page.getByRole("region", { name: "Notifications" }));
  expect(news.top).toBeGreaterThan((await boxOf(page.getByRole("heading", { level: 1 }))).bottom);
  expect(news.top).toBeGreaterThan((await boxOf(page.getByRole("link", { name: "Go back" }))).bottom);
  expect(news.bottom).toBeLessThanOrEqual((await boxOf(page.locator(".action-bar"))).top);
});
