import type { Page } from "@playwright/test";
import { people } from "@/lib/seed/people";
import { signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { openReady } from "./support/ready";
import { DEMO_EMAIL, guardedScreens, OPEN_SCREENS } from "./support/screens";
import { translateAll, translateNow } from "./support/translator";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

// Pages that the browser translates. The project "translated" of playwright.config.ts runs journeys on such pages; here, a
// translation differs from its text, and without its marks the page must read like one that nobody translated.

const NAMES = new RegExp(`\\b(${people.flatMap(({ name }) => name.split(" ")).join("|")})\\b`);

/** Without the marks, the spaces around them that a layout drops, and "New:", which only the first of two pages says. */
const textOf = async (page: Page) => (await page.locator("main").innerText()).replace(/[«»\s]|New:/g, "");

/** @param fresh a page of the same person that is not translated */
async function expectCurrent(page: Page, fresh: Page): Promise<void> {
  await fresh.goto(page.url());
  // Both load some figures later.
  await expect(async () => expect(await textOf(page)).toBe(await textOf(fresh))).toPass();
}

test("on a page that was translated after it was loaded, every text changes", async ({ person }) => {
  const ana = await person("ana");
  const ben = await person("ben");
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  const dinner = await expenseIn(event, ana, "Dinner", 20);
  const { page } = ben;
  const fresh = await ben.context.newPage();
  await openReady(page, eventUrl(event));
  await translateNow(page, "marked");
  await expect(page.getByText("«Settled Transactions:»")).toBeVisible();

  await test.step("a payment is settled and unsettled", async () => {
    await page.getByRole("button", { name: "«Settle»" }).click();
    await expect(page.getByRole("button", { name: "«Unsettle»" })).toBeEnabled();
    await expectCurrent(page, fresh);
    await page.getByRole("button", { name: "«Unsettle»" }).click();
    await expect(page.getByRole("button", { name: "«Settle»" })).toBeEnabled();
    await expectCurrent(page, fresh);
  });

  await test.step("somebody else adds, changes, and deletes an expense", async () => {
    // What is new waits while the list is scrolled.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expenseIn(event, ana, "Cheese", 7);
    await expect(page.getByRole("main")).toContainText("$13.50");
    await expectCurrent(page, fresh);
    const splitWith = [ana.id, ben.id];
    await ana.put(`/api/expenses/${dinner._id}`, { description: "Supper", amount: 30, splitWith });
    await expect(page.getByRole("main")).toContainText("$18.50");
    await expectCurrent(page, fresh);
    await ana.delete(`/api/expenses/${dinner._id}`);
    await expect(page.getByRole("main")).not.toContainText("Supper");
    await expectCurrent(page, fresh);
  });

  await test.step("other screens are opened", async () => {
    await page.getByRole("link", { name: "Cheese" }).click();
    await page.getByLabel("Comment").fill("Which one?");
    await page.getByRole("button", { name: "«Comment»" }).click();
    await expect(page.getByText("Which one?")).toBeVisible();
    await expectCurrent(page, fresh);
    await page.getByRole("link", { name: "«Friends»" }).click();
    await expect(page.getByRole("heading", { name: "«Friends (1)»" })).toBeVisible();
    await expectCurrent(page, fresh);
  });
});

test("the chosen theme stays on a page that is translated while it loads", async ({
  newContext,
  server,
  guard,
}) => {
  guard.allow(/Minified React error #418/);
  const context = await newContext({ baseURL: server.url });
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("theme", "dark");
  });
  await translateAll(context, "marked");
  const page = await context.newPage();
  // React logs it when it has rendered the page anew.
  const anew = page.waitForEvent("pageerror");
  await page.goto("/");
  expect((await anew).message).toContain("#418");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("every screen can be translated while it loads; names and amounts are not", async ({
  newContext,
  server,
  guard,
}) => {
  test.slow();
  guard.allowStatus(404);
  // React renders anew what was changed before it took over.
  guard.allow(/Minified React error #418/);
  const ana = await signIn(await newContext({ baseURL: server.url }), server.url, DEMO_EMAIL);
  const storageState = await ana.context.storageState();
  const context = await newContext({ baseURL: server.url, storageState });
  await translateAll(context, "marked");
  const page = await context.newPage();
  const changed: Record<string, string[]> = {};
  const hugo = await signIn(
    await newContext({ baseURL: server.url }),
    server.url,
    "hugo.lindqvist@demo.test",
  );
  const invite = await hugo.post<{ url: string }>("/api/users/links", {});
  const hugos = [
    { name: "asked", path: `/friends/${hugo.id}` },
    { name: "invited", path: invite.url },
  ];
  for (const { name, path } of [...(await guardedScreens(ana)), ...hugos, ...OPEN_SCREENS]) {
    await page.goto(path);
    await expect(page.getByText(/«/).filter({ visible: true }).first()).toBeVisible();
    // A new group gets a random icon.
    if (name !== "/create-group") await expectCurrent(page, ana.page);
    const kept = await page.evaluate(
      (names) => window.translated?.filter((text) => /\$\d/.test(text) || names.test(text)) ?? [],
      NAMES,
    );
    if (kept.length > 0) changed[name] = kept;
  }
  expect(changed).toEqual({});
});
