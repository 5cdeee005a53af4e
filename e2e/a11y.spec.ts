import { expectAccessible } from "./support/a11y";
import { signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { DEMO_EMAIL, guardedScreens, OPEN_SCREENS } from "./support/screens";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

test("axe finds nothing on any screen", async ({ newContext, guard, server }) => {
  test.setTimeout(240_000);
  guard.allowStatus(404);
  const open = await (await newContext({ baseURL: server.url })).newPage();
  for (const { name, path } of OPEN_SCREENS) {
    await open.goto(path);
    await expectAccessible(open, name);
  }
  const context = await newContext({ baseURL: server.url });
  const ana = await signIn(context, server.url, DEMO_EMAIL);
  for (const { name, path } of await guardedScreens(ana)) {
    await ana.page.goto(path);
    await expectAccessible(ana.page, name);
  }
});

test("axe finds nothing on open dialogs, errors, and the preview", async ({ person, guard }) => {
  test.setTimeout(120_000);
  guard.allowStatus(409);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  for (const path of ["/friends", "/requests", "/groups", "/create-group"]) {
    await ana.page.goto(path);
    await expectAccessible(ana.page, `${path} of a newcomer`);
  }
  const group = await groupOf(ana, [ben]);
  const event = await eventIn(group, ana);
  const expense = await expenseIn(event, ana, "Cheese", 12.5);
  await expenseIn(event, ben, "Bread", 3.4);
  const { page } = ana;
  const dialog = page.getByRole("alertdialog");

  await page.goto(eventUrl(event));
  await page.getByRole("button", { name: "Delete Cheese" }).click();
  await expect(dialog).toContainText("Are you sure you want to delete this expense?");
  await expectAccessible(page, "the question before an expense is deleted");
  await page.keyboard.press("Escape");
  await page.getByLabel("Minimal transactions").check();
  await expectAccessible(page, "the preview of minimal transactions");

  await page.goto(groupUrl(group));
  await page.getByRole("button", { name: `Delete ${event.title}` }).click();
  await expect(dialog).toContainText("Are you sure you want to delete this event?");
  await expectAccessible(page, "the question before an event is deleted");

  await page.goto(`${groupUrl(group)}/edit`);
  await page.getByRole("button", { name: "Delete Group" }).click();
  await expect(dialog).toContainText("Are you sure you want to delete this group?");
  await expectAccessible(page, "the question before a group is deleted");

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `remove ${ben.name}` }).click();
  await expect(dialog).toContainText(`${ben.name} still has unsettled payments`);
  await expectAccessible(page, "what keeps a member in a group");
  await ben.page.goto(`${groupUrl(group)}/edit`);
  await ben.page.getByRole("button", { name: "Leave Group" }).click();
  await expect(ben.page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(ben.page, "the dialog that prevents leaving a group");

  await page.goto(`/friends/${ben.id}`);
  await page.getByRole("button", { name: "Delete Friend" }).click();
  await expect(dialog).toContainText("Are you sure you want to delete this friend?");
  await expectAccessible(page, "the question before a friend is deleted");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Block" }).click();
  await expect(dialog).toContainText("Are you sure you want to block");
  await expectAccessible(page, "the question before a person is blocked");

  await page.goto("/account");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog).toContainText("You still have unsettled payments");
  await expectAccessible(page, "the dialog that prevents deleting an account");

  await page.goto(`${eventUrl(event)}/edit-expense/${expense._id}`);
  await page.getByLabel("Description").fill("");
  await page.getByRole("button", { name: "Update Expense" }).click();
  await expect(page.getByText("Description and amount are required.")).toBeVisible();
  await expectAccessible(page, "a refused form");
});
