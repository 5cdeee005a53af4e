import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { alert, openActions } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

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

/** The controls that a toast lies on: those that stay where they are, and others wherever the page is scrolled. */
const coveredBy = (page: Page) =>
  page.getByRole("region", { name: "Messages" }).evaluate((region) => {
    const toast = region.firstElementChild!;
    const covers = (element: Element) => {
      const [a, b] = [toast.getBoundingClientRect(), element.getBoundingClientRect()];
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    };
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (["fixed", "sticky"].includes(getComputedStyle(element).position) || stays(element.parentElement));
    const controls = [
      ...document.querySelectorAll("a[href], button, input, select, textarea, summary"),
    ].filter((control) => !region.contains(control) && control.checkVisibility({ visibilityProperty: true }));
    const covered = controls.filter((control) => {
      if (stays(control)) return covers(control);
      control.scrollIntoView({ block: "center", behavior: "instant" });
      return covers(control);
    });
    return { controls: controls.length, covered: covered.map((one) => one.outerHTML.slice(0, 120)) };
  });

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const) {
  test(`a toast lies on no control (${width}x${height})`, async ({ person }) => {
    const [ana, ben] = [
      await person("ana.silva", { viewport: { width, height } }),
      await person("ben.carter"),
    ];
    const { page } = ana;
    const expectClear = async (text: string) => {
      await expect(alert(page, text)).toBeVisible();
      const { controls, covered } = await coveredBy(page);
      expect(controls).toBeGreaterThan(5);
      expect([text, covered]).toEqual([text, []]);
    };
    const expectClearAfterDraft = async (path: string, label: string) => {
      await page.goto(path);
      await page.getByLabel(label).fill("Rowers");
      await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("Rowers");
      await page.reload();
      await expectClear("Draft restored.");
    };
    const group = await groupOf(ana, [ben], "Rowers");
    const event = await eventIn(group, ana, "Regatta");
    for (const title of ["Breakfast", "Lunch"]) await eventIn(group, ana, title);
    for (const title of ["Fish", "Wine"]) await expenseIn(event, ana, title, 30);
    await expectClearAfterDraft("/create-group", "Group Title");
    await expectClearAfterDraft(`${groupUrl(group)}/add-event`, "Event title");
    await expectClearAfterDraft(`${eventUrl(event)}/add-expense`, "Description");
    await page.goto(eventUrl(event));
    await openActions(page, "Fish");
    await page.getByRole("button", { name: "Delete Fish" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expectClear("Expense deleted");
    await page.goto(groupUrl(group));
    await page.getByRole("button", { name: "Delete Lunch" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expectClear("Event deleted");
  });
}

test("after an event was created, the next step is on the first screen of a phone", async ({ person }) => {
  const [ana, ben] = [
    await person("ana.silva", { viewport: { width: 360, height: 740 } }),
    await person("ben.carter"),
  ];
  const { page } = ana;
  await page.goto(`${groupUrl(await groupOf(ana, [ben], "Rowers"))}/add-event`);
  await page.getByLabel("Event title").fill("Regatta");
  await page.getByRole("button", { name: "Create Event" }).click();
  const next = await boxOf(page.getByRole("link", { name: "Add the first expense" }));
  const bar = await boxOf(page.locator(".action-bar"));
  expect((next.top + next.bottom) / 2).toBeLessThan(bar.top);
});

test("toasts are above the action bar, and cover neither the title nor Go back", async ({ person }) => {
  const { page } = await person("ana.silva", { viewport: { width: 360, height: 740 } });
  await page.goto("/create-group");
  await page.getByLabel("Group Title").fill("Rowers");
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain("Rowers");
  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  const news = await boxOf(page.getByRole("region", { name: "Messages" }));
  expect(news.top).toBeGreaterThan((await boxOf(page.getByRole("heading", { level: 1 }))).bottom);
  expect(news.top).toBeGreaterThan((await boxOf(page.getByRole("link", { name: "Go back" }))).bottom);
  expect(news.bottom).toBeLessThanOrEqual((await boxOf(page.locator(".action-bar"))).top);
});
