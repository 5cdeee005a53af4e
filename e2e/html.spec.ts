import { expect, test } from "./support/fixtures";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

test("the event page is rendered on the server: names and amounts are in the HTML", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben]);
  const event = await eventIn(group, ana, "Picnic");
  await expenseIn(event, ana, "Cheese and bread", 31.5);
  await expenseIn(event, ben, "Lemonade", 8.4);

  const response = await ana.fetch("GET", eventUrl(event));
  expect(response.headers()["content-type"]).toContain("text/html");
  // The readable text: React puts comments between texts.
  const html = (await response.text()).replace(/<script[\s\S]*?<\/script>/g, "").replace(/<!--.*?-->/g, "");
  for (const text of [
    "Picnic",
    ben.name,
    "Cheese and bread",
    "Lemonade",
    "$39.90",
    "$31.50",
    "$8.40",
    "$11.55",
  ]) {
    expect(html).toContain(text);
  }
});

test("the selected theme applies to a page that does not exist, and can be changed after it", async ({
  person,
  guard,
}) => {
  guard.allowStatus(404);
  const { page } = await person("ana.silva");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/account");
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/groups/000000000000000000000000");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("link", { name: "Account" }).click();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.getByRole("radio", { name: "Light" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

// The order makes the first paint on a slow connection a third faster; see app/layout.tsx.
test("the theme is set in the head, after the style sheet", async ({ page }) => {
  const [head = ""] = (await (await page.request.get("/")).text()).split("<body");
  const [sheet, theme] = ['rel="stylesheet"', 'localStorage.getItem("theme")'].map((text) =>
    head.indexOf(text),
  );
  expect(sheet).toBeGreaterThan(0);
  expect(theme).toBeGreaterThan(sheet!);
});
