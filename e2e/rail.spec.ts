import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { LAYOUT_SHIFT, shiftsOf, watchShifts } from "./support/layout-shifts";
import { openReady } from "./support/ready";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

const WIDE = { viewport: { width: 1280, height: 800 } };

test("a wide window lists groups and friends beside each screen, and nothing moves", async ({ person }) => {
  const ana = await person("ana.silva", WIDE);
  const ben = await person("ben.carter");
  const cleo = await person("cleo.diaz");
  const [flat, trip] = [await groupOf(ana, [ben], "Flat"), await groupOf(ana, [cleo], "Trip")];
  const march = await eventIn(flat, ana, "March");
  const { page } = ana;
  const rail = page.getByRole("navigation", { name: "Groups and friends" });
  const main = page.getByRole("main");
  await watchShifts(page);

  const widths = new Set<string>();
  const paths = [
    "/friends",
    "/groups",
    groupUrl(flat),
    eventUrl(march),
    `${eventUrl(march)}/add-expense`,
    "/account",
  ];
  for (const path of paths) {
    await openReady(page, path);
    await expect(rail.getByRole("link")).toContainText(["Groups", "Trip", "Flat", "Friends", "Ben", "Cleo"]);
    const box = (await main.boundingBox())!;
    widths.add(`${box.x} ${box.width}`);
    expect((await shiftsOf(page)).total, path).toBeLessThanOrEqual(LAYOUT_SHIFT);
  }
  expect([...widths]).toHaveLength(1);

  await page.goto(eventUrl(march));
  await expect(rail.locator("[aria-current]")).toHaveText(["Flat"]);
  await expectAccessible(page, "an event beside the rail");
  // Somebody else's change, and one's own.
  await expenseIn(march, ben, "Rent", 90);
  await expect(rail.getByRole("link", { name: "Flat you owe" })).toContainText("$45.00");
  await expect(rail.getByRole("link", { name: /Ben.* you owe/ })).toContainText("$45.00");
  await main
    .getByRole("button", { name: /^Settle/ })
    .first()
    .click();
  await expect(rail).not.toContainText("$45.00");

  // The keyboard passes it by.
  await page.keyboard.press("Control+Home");
  await rail.getByRole("link", { name: "Trip" }).click();
  await expect(page).toHaveURL(groupUrl(trip));
  await expect(rail.locator("[aria-current=page]")).toHaveText("Trip");
  await page.reload();
  await expect(rail.getByRole("link").first()).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(main).toBeFocused();

  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await expect(rail).toBeHidden();
});

test("narrow windows and guests have no list beside the screen, and ask for none", async ({ person }) => {
  const { page } = await person("ana.silva", { viewport: { width: 1279, height: 800 } });
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await openReady(page, "/friends");
  await expect(page.getByRole("navigation", { name: "Groups and friends" })).toBeHidden();
  expect(calls).not.toContain("/api/users/overview");
});

test("a page that leads nowhere has one top bar", async ({ person, guard, newContext, server }) => {
  guard.allowStatus(404);
  const open = await (await newContext({ baseURL: server.url })).newPage();
  for (const path of ["/nowhere", "/join/AAAAAAAAAAAAAAAAAAAAAA", "/shared/AAAAAAAAAAAAAAAAAAAAAA"]) {
    expect((await open.goto(path))!.status()).toBe(404);
    await expect(open.getByRole("link", { name: "Evenly" })).toHaveAttribute("href", "/");
  }
  const { page } = await person("ana.silva");
  for (const path of ["/friends/1/2/3", "/groups/1/2/3", "/account/nowhere"]) {
    expect((await page.goto(path))!.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "We couldn't find that page." })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expect(page.getByRole("banner")).toHaveCount(1);
  }
});
