import type { Page, Route } from "@playwright/test";
import { signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { alert, openActions } from "./support/locators";
import { befriend, eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";
import { openReady } from "./support/ready";
import { DEMO_EMAIL } from "./support/screens";

// Every message of docs/rules.md#input, provoked on its screen, in that order.

const FAILURE = "Something went wrong. Please try again.";

/** Answers like a broken server, without a user-facing message. */
const broken = (route: Route) => route.fulfill({ status: 500, contentType: "application/json", body: "{}" });

/** Submits the form and expects this message. */
async function refuses(page: Page, button: string, message: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await expect(alert(page, message)).toBeVisible();
}

test("searching people: nobody found, blank, failure", async ({ person, guard }) => {
  guard.allowStatus(500);
  guard.allow(/\/api\/users\/search\?query=ana\.sil could not be loaded/);
  const { page } = await person("ana.silva");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/users/search")) asked.push(request.url());
  });
  await page.clock.install();
  await openReady(page, "/add-friend");
  const search = page.getByLabel("Email");
  await page.clock.pauseAt(Date.now() + 1000);

  await search.fill("zzz-nobody");
  await expect(page.getByText("Searching...")).toBeVisible();
  await page.clock.runFor(500);
  await expect(page.getByText("No user found.")).toBeVisible();
  expect(asked).toHaveLength(1);

  await test.step("a blank query clears the results and sends nothing", async () => {
    await search.fill("   ");
    await expect(page.getByText("No user found.")).toHaveCount(0);
    await expect(page.getByText("Searching...")).toHaveCount(0);
  });

  await test.step("a failure shows no results; fast typing is one call", async () => {
    await page.route("**/api/users/search*", broken);
    await search.fill("");
    await search.pressSequentially("ana.sil");
    await page.clock.runFor(500);
    await expect(page.getByText("No user found.")).toBeVisible();
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain("query=ana.sil");
  });
});

test("creating a group: title, icon, participants, failure", async ({ person, guard }) => {
  guard.allowStatus(422, 500);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await befriend(ana, ben);
  const { page } = ana;
  await page.goto("/create-group");
  const title = page.getByLabel("Group Title");

  await refuses(page, "create", "Please enter a group name.");
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription("Please enter a group name.");
  await title.fill("   ");
  await refuses(page, "create", "Please enter a group name.");

  await title.fill("Sailing");
  await refuses(page, "create", "Please select at least one participant.");
  await expect(alert(page, "Please enter a group name.")).toHaveCount(0);

  await page.getByRole("button", { name: `Add ${ben.name}` }).click();
  await test.step("a missing icon", async () => {
    await page.route("**/api/groups", (route) => {
      const body = route.request().postDataJSON() as object;
      return route.continue({ postData: { ...body, icon: "" } });
    });
    await refuses(page, "create", "Group icon is missing.");
    await page.unroute("**/api/groups");
  });

  await page.route("**/api/groups", broken);
  await refuses(page, "create", FAILURE);
  await expect(title).toHaveValue("Sailing");
  await expect(page.getByRole("list", { name: "Selected participants" })).toContainText(ben.name);
  await page.unroute("**/api/groups");
  await page.getByRole("button", { name: "create" }).click();
  await page.waitForURL("**/groups");
});

test("editing a group: title, icon, failure, duplicates", async ({ person, guard }) => {
  guard.allowStatus(422, 500);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const cleo = await person("cleo.dunn");
  const group = await groupOf(ana, [ben], "Sailing");
  await befriend(ana, cleo);
  const { page } = ana;
  await page.goto(`${groupUrl(group)}/edit`);
  const title = page.getByLabel("Group Title");
  const edit = "**/api/groups/*/edit";

  await title.fill(" ");
  await refuses(page, "Update", "Please enter a group name.");
  await expect(title).toBeFocused();
  await title.fill("Rowing");

  await page.route(edit, (route) => {
    const body = route.request().postDataJSON() as object;
    return route.continue({ postData: { ...body, icon: "" } });
  });
  await refuses(page, "Update", "Group icon is missing.");
  await page.unroute(edit);

  await test.step("members, invitees, and queued people are not offered again", async () => {
    const picker = page.getByLabel("Add participants");
    await picker.fill(ben.name);
    await expect(page.getByText("No user found.")).toBeVisible();
    await picker.fill(cleo.name);
    await page.getByRole("button", { name: `Add ${cleo.name}` }).click();
    await expect(page.getByRole("list", { name: "New invitations" })).toContainText(cleo.name);
    await picker.fill(cleo.name);
    await expect(page.getByRole("button", { name: `Add ${cleo.name}` })).toHaveCount(0);
  });

  await page.route(edit, broken);
  await refuses(page, "Update", FAILURE);
  await expect(title).toHaveValue("Rowing");
  await page.unroute(edit);
  await page.getByRole("button", { name: "Update" }).click();
  await expect(alert(page, `Request sent to ${cleo.name}`)).toBeVisible();
  await expect(alert(page, "Group updated successfully")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Rowing" })).toBeVisible();
});

test("creating and editing an event: all fields, failure", async ({ person, guard }) => {
  guard.allowStatus(500);
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")]);
  const { page } = ana;
  const required = "All fields are required.";
  const fields = async (button: string) => {
    const title = page.getByLabel("Event title");
    const date = page.getByLabel("Date");
    const all = page.getByLabel("Select All");
    await title.fill("   ");
    await all.check();
    await refuses(page, button, required);
    await title.fill("Regatta");
    const day = await date.inputValue();
    await date.fill("");
    await refuses(page, button, required);
    await expect(date).toBeFocused();
    await date.fill(day);
    await all.uncheck();
    await refuses(page, button, required);
    await all.check();
  };

  await page.goto(`${groupUrl(group)}/add-event`);
  await refuses(page, "Create Event", required);
  await fields("Create Event");
  await page.route("**/api/events", broken);
  await refuses(page, "Create Event", FAILURE);
  await page.unroute("**/api/events");
  await page.getByLabel("Event title").press("Enter");
  await page.getByRole("link", { name: "Regatta", exact: true }).click();

  await page.getByRole("link", { name: "Edit event" }).click();
  await fields("Update Event");
  await page.route("**/api/events/*", broken);
  await refuses(page, "Update Event", FAILURE);
  await expect(page.getByLabel("Event title")).toHaveValue("Regatta");
});

test("adding and editing an expense: description, amount, participants, failure", async ({
  person,
  guard,
}) => {
  guard.allowStatus(500);
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  const { page } = ana;
  const required = "Description and amount are required.";
  const description = page.getByLabel("Description");
  const amount = page.getByLabel("Amount");

  await page.goto(`${eventUrl(event)}/add-expense`);
  await refuses(page, "Add Expense", required);
  await expect(description).toBeFocused();
  await description.fill("Buoys");
  await refuses(page, "Add Expense", required);
  await expect(amount).toBeFocused();
  await description.fill("");
  await amount.fill("12");
  await refuses(page, "Add Expense", required);
  await description.fill("Buoys");

  await test.step("an ambiguous amount is not guessed", async () => {
    const problems: [string, string][] = [
      ["twelve", "Please enter an amount like 12.50."],
      ["0", "The amount can't be $0.00."],
      ["1.234", "An amount can have at most 2 decimals."],
      ["10000000", "The amount can be at most $9,999,999.99."],
    ];
    for (const [typed, problem] of problems) {
      await amount.fill(typed);
      await refuses(page, "Add Expense", problem);
      await expect(amount).toHaveValue(typed);
    }
  });

  await amount.fill("1,234.50");
  await page.getByRole("button", { name: "More ways" }).click();
  await page.getByRole("radio", { name: "Custom" }).check();
  await page.getByLabel("Select All").check();
  await page.getByLabel("Select All").uncheck();
  await refuses(page, "Add Expense", "Please select participants.");
  await page.getByRole("radio", { name: "Equal" }).check();
  await page.route("**/api/expenses", broken);
  await refuses(page, "Add Expense", FAILURE);
  await expect(description).toHaveValue("Buoys");
  await expect(amount).toHaveValue("1,234.50");
  await page.unroute("**/api/expenses");
  await amount.press("Enter");
  await expect(page.getByRole("heading", { name: "Total Expenses: $1,234.50" })).toBeVisible();

  await openActions(page, "Buoys");
  await page.getByRole("link", { name: "Edit Buoys" }).click();
  await description.fill(" ");
  await refuses(page, "Update Expense", required);
  await description.fill("Two buoys");
  await amount.fill("");
  await refuses(page, "Update Expense", required);
  await amount.fill("$900");
  await page.getByRole("button", { name: "More ways" }).click();
  await page.getByRole("radio", { name: "Custom" }).check();
  await page.getByLabel("Select All").uncheck();
  await refuses(page, "Update Expense", "Please select participants.");
  await page.getByLabel("Select All").check();
  await page.route("**/api/expenses/*", broken);
  await refuses(page, "Update Expense", FAILURE);
  await page.unroute("**/api/expenses/*");
  await page.getByRole("button", { name: "Update Expense" }).click();
  await expect(page.getByRole("heading", { name: "Total Expenses: $900.00" })).toBeVisible();
});

test("loading a newer version fails: 'Failed to load data.'", async ({ person, guard }) => {
  guard.allowStatus(409, 500);
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  const expense = await expenseIn(event, ana, "Buoys", 12);
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/edit-expense/${expense._id}`);
  await ana.put(`/api/expenses/${expense._id}`, {
    description: "Ropes",
    amount: 12,
    splitWith: event.participants.map(({ _id }) => _id),
    rev: expense.rev,
  });
  await page.getByLabel("Description").fill("Two buoys");
  await page.getByRole("button", { name: "Update Expense" }).click();
  await page.route("**/api/expenses/*", broken);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(alert(page, "Failed to load data.")).toBeVisible();
  await expect(page.getByLabel("Description")).toHaveValue("Two buoys");
});

test("the question about a name that was not added is above the form's button", async ({
  server,
  newContext,
}) => {
  const context = await newContext({ baseURL: server.url, viewport: { width: 360, height: 740 } });
  // Has friends, who are offered above the question.
  const { page } = await signIn(context, server.url, DEMO_EMAIL);
  await page.goto("/create-group");
  await page.getByLabel("Group Title").fill("Flat");
  await page.getByLabel("Participants", { exact: true }).fill("Lea");
  const create = page.getByRole("button", { name: "create", exact: true });
  await create.click();
  const question = page.getByText("is not added yet.");
  const lowest = async () => {
    const [box, bar] = [await question.boundingBox(), await create.boundingBox()];
    return bar!.y - (box!.y + box!.height);
  };
  await expect.poll(lowest).toBeGreaterThan(0);
});
