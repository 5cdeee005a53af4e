import { expect, test } from "./support/fixtures";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

test("a group's expenses are searched while typing, and the results are still there on coming back", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Sea house");
  const [spring, summer] = [await eventIn(group, ana, "Spring"), await eventIn(group, ana, "Summer")];
  await expenseIn(spring, ben, "Café Luso", 12.5);
  await expenseIn(summer, ana, "Sun cream", 8);
  const { page } = ana;
  const results = page.getByRole("main").getByRole("listitem");
  const field = page.getByLabel("Search expenses");
  const status = page.getByRole("search").getByRole("status");

  await page.goto(eventUrl(spring));
  await page.getByRole("link", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(`/search?event=${spring._id}`);
  await page.getByText("Filters").click();
  await page.getByRole("combobox", { name: "Group" }).selectOption("Sea house");
  await expect(page).toHaveURL(`/search?group=${group._id}`);
  await field.pressSequentially("cafe");
  await expect(results).toHaveText(/Café Luso.*Ben paid.*Spring.*\$12\.50/);
  await expect(status).toHaveText("1 expense found");
  await expect(field).toBeFocused();

  // The whole row is the link. `force`, because what is pressed there is the link, not the text.
  await results.getByText("paid").click({ force: true });
  await expect(page.getByRole("heading", { name: "Expense Details" })).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue("cafe");
  await expect(results).toHaveCount(1);

  // Another person's change shows, as on each screen.
  await expenseIn(summer, ben, "Cafeteria", 3);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(results).toContainText(["Cafeteria", "Café Luso"]);

  await field.fill("8");
  await field.press("Enter");
  await expect(results).toContainText(["Sun cream"]);
  await expect(field).not.toBeFocused();
  await field.fill("umbrella");
  await expect(status).toHaveText("No expenses found. Try fewer words, or an amount such as 12.50.");
  await expect(results).toHaveCount(0);
  await field.fill("");
  await expect(page).toHaveURL(`/search?group=${group._id}`);
  await expect(status).toBeEmpty();
});

test("one tap from home, all groups are searched, with filters and the sum of everything found", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const cleo = await person("cleo.diaz");
  const [house, flat] = [await groupOf(ana, [ben], "Sea house"), await groupOf(ana, [cleo], "Flat")];
  const [spring, march] = [await eventIn(house, ana, "Spring"), await eventIn(flat, ana, "March")];
  for (let index = 0; index < 32; index++) await expenseIn(march, ana, `Coffee ${index}`, 3);
  await expenseIn(spring, ben, "Coffee and cake", 12.5);
  await expenseIn(spring, ben, "Rent", 900);
  const { page } = ana;
  const results = page.getByRole("main").getByRole("listitem");
  const sum = page.getByRole("region", { name: "Sum" });

  await page.goto("/friends");
  await page.getByRole("link", { name: "Search all groups" }).click();
  await page.getByLabel("Search expenses").fill("coffee");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("33 expenses found");
  await expect(sum).toHaveText(/total \$108\.50\s*your share \$54\.25/);
  await expect(results).toHaveCount(30);
  await expect(results.first()).toContainText("Sea house");
  await page.getByRole("button", { name: "Show more expenses" }).click();
  await expect(results).toHaveCount(33);

  await page.getByText("Filters").click();
  await page.getByRole("combobox", { name: "Group" }).selectOption("Sea house");
  await page.getByRole("combobox", { name: "Category" }).selectOption("Food & drinks");
  await expect(sum).toHaveText(/total \$12\.50\s*your share \$6\.25/);
  const url = page.url();
  await page.reload();
  await expect(page.getByText(/Filters: Sea house, Food & drinks/)).toBeVisible();
  await expect(results).toHaveText([/Coffee and cake/]);
  await results.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Expense Details" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(url);
  await expect(results).toHaveCount(1);
});

test("on the narrowest phone, the days of the filter are read whole", async ({ person }) => {
  const { page } = await person("ana.silva", { viewport: { width: 320, height: 640 } });
  await page.goto("/search");
  await page.getByText("Filters").click();
  for (const name of ["From", "Until"]) {
    const missing = await page.getByLabel(name).evaluate((field) => {
      const { clientWidth } = field;
      field.style.width = "max-content";
      return field.clientWidth - clientWidth;
    });
    expect(missing, name).toBeLessThanOrEqual(0);
  }
});
