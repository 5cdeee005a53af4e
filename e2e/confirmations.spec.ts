import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./world";

// Every question of the specification, section 5, answered with no and then with yes.

/** Presses the control, reads the question, and answers. */
async function answer(page: Page, control: string, question: string, yes: boolean): Promise<void> {
  await page.getByRole("button", { name: control, exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: question });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: yes ? "Delete" : "Cancel" }).click();
  await expect(dialog).toBeHidden();
}

test("deleting an expense, an event, a group and a friend", async ({ person, guard }) => {
  guard.allowStatus(404);
  const ana = await person("ana");
  const ben = await person("ben");
  const group = await groupOf(ana, [ben], "Bowling");
  const event = await eventIn(group, ana, "League");
  await expenseIn(event, ana, "Shoes", 9);
  await expenseIn(event, ben, "Lane", 24);
  const { page } = ana;

  await test.step("an expense: only one's own", async () => {
    await page.goto(eventUrl(event));
    await expect(page.getByRole("button", { name: "Delete Lane" })).toHaveCount(0);
    const question = "Are you sure you want to delete this expense?";
    await answer(page, "Delete Shoes", question, false);
    await expect(page.getByRole("heading", { name: "Total Expenses: $33.00" })).toBeVisible();
    await answer(page, "Delete Shoes", question, true);
    await expect(page.getByRole("heading", { name: "Total Expenses: $24.00" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Expenses (1):" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Unsettled Transactions:" })).toContainText("$12.00");
  });

  await test.step("an event", async () => {
    await page.goto(groupUrl(group));
    const question = "Are you sure you want to delete this event?";
    await answer(page, "Delete League", question, false);
    await expect(page.getByRole("heading", { name: "Events (1)" })).toBeVisible();
    await answer(page, "Delete League", question, true);
    await expect(page.getByText("No events yet.")).toBeVisible();
    await page.goto("/friends");
    await expect(page.getByText("You are all set!")).toBeVisible();
  });

  await test.step("a group", async () => {
    await page.goto(`${groupUrl(group)}/edit`);
    const question = "Are you sure you want to delete this group?";
    await answer(page, "Delete Group", question, false);
    await answer(page, "Delete Group", question, true);
    await expect(page.getByText("Group deleted successfully")).toBeVisible();
    await expect(page.getByText("You don't have any group yet!")).toBeVisible();
  });

  await test.step("a friend", async () => {
    await page.goto(`/friends/${ben.id}`);
    const question = "Are you sure you want to delete this friend?";
    await answer(page, "Delete Friend", question, false);
    await answer(page, "Delete Friend", question, true);
    await expect(page.getByText("Friend deleted")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Friends (0)" })).toBeVisible();
    await page.goto(`/friends/${ben.id}`);
    await page.getByRole("button", { name: "Add Friend" }).click();
    await expect(page.getByRole("button", { name: "Request Sent" })).toBeDisabled();
  });
});
