import { expect, test } from "./support/fixtures";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

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
  await expect(page).toHaveURL(`${groupUrl(group)}/search`);
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
  await expect(page).toHaveURL(`${groupUrl(group)}/search`);
  await expect(status).toBeEmpty();
});
