import { expect, test } from "./support/fixtures";
import {
  alert,
  betweenOthers,
  expenses,
  openActions,
  question,
  settled,
  topBar,
  unsettled,
} from "./support/locators";

// Two people through the screens: from strangers to a settled weekend, back to unsettled, and everything deleted.
// Each sees what the other does.

test("two people: request, group, event, three expenses, settle, preview, delete", async ({ person }) => {
  test.slow();
  const { page: ana, ...anaActor } = await person("ana.silva");
  const { page: ben, ...benActor } = await person("ben.carter");

  await test.step("Ana finds Ben by email and sends him a request", async () => {
    await ana.goto("/friends");
    await expect(ana.getByText("You are all set!")).toBeVisible();
    await expect(ana.getByRole("heading", { name: "Friends (0)" })).toBeVisible();
    await ana.getByRole("link", { name: "Add friend" }).click();
    await ana.waitForURL("**/add-friend");
    await expect(ana.getByRole("link", { name: "Requests (0)" })).toBeVisible();
    await ana.getByLabel("Email").fill(benActor.email.slice(0, -3));
    const row = ana.getByRole("list", { name: "People found" }).getByRole("listitem");
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(benActor.name);
    await expect(row).toContainText("ben****@demo.test");
    await row.getByRole("button", { name: `Send a friend request to ${benActor.name}` }).click();
    await expect(row.getByRole("img", { name: "Request sent" })).toBeVisible();
    await expect(row.getByRole("button")).toHaveCount(0);
    await row.getByRole("link", { name: benActor.name }).click();
    await expect(ana.getByRole("button", { name: "Request Sent" })).toBeDisabled();
  });

  await test.step("Ben sees a red dot and accepts; the dot disappears without a reload", async () => {
    await ben.goto("/friends");
    await expect(topBar(ben, /Friends.*1 friend request/)).toBeVisible();
    await ben.getByRole("link", { name: "Friends (0)" }).click();
    await ben.waitForURL("**/requests");
    await expect(ben.getByText("ana****@demo.test")).toBeVisible();
    await ben.getByRole("button", { name: `Accept the friend request from ${anaActor.name}` }).click();
    await expect(alert(ben, `You and ${anaActor.name} are friends now`)).toBeVisible();
    await expect(ben.getByText("No pending friend requests.")).toBeVisible();
    await expect(topBar(ben, /friend request/)).toHaveCount(0);
    await topBar(ben, "Friends").click();
    await expect(ben.getByRole("heading", { name: "Friends (1)" })).toBeVisible();
  });

  await test.step("Ana creates a group and invites Ben", async () => {
    await topBar(ana, "Groups").click();
    await expect(ana.getByRole("heading", { name: "You don't have any group yet!" })).toBeVisible();
    await ana.getByRole("link", { name: "Create Group" }).click();
    await ana.waitForURL("**/create-group");
    const icon = ana.getByRole("group", { name: "Group Icon" });
    const first = await icon.getByRole("status").textContent();
    await icon.getByRole("button", { name: "Pick another icon" }).click();
    await expect(icon.getByRole("status")).not.toHaveText(first ?? "");
    await expect(icon.getByRole("link", { name: /game-icons/i })).toHaveAttribute("href", /^https:/);
    await ana.getByLabel("Group Title").fill("Sea house");
    await ana.getByLabel("Participants", { exact: true }).fill(benActor.name);
    await ana.getByRole("button", { name: `Add ${benActor.name}` }).click();
    await expect(ana.getByRole("list", { name: "Selected participants" })).toContainText(benActor.name);
    await ana.getByRole("button", { name: `remove ${benActor.name}` }).click();
    await expect(ana.getByRole("list", { name: "Selected participants" })).toHaveCount(0);
    await ana.getByRole("button", { name: `Add ${benActor.name}` }).click();
    await ana.getByRole("button", { name: "create" }).click();
    await expect(alert(ana, "Group created successfully!")).toBeVisible();
    await ana.waitForURL("**/groups");
    await expect(ana.getByRole("heading", { name: "Welcome to your group page!" })).toBeVisible();
    await expect(ana.getByRole("heading", { name: "Groups (1)" })).toBeVisible();
    await expect(ana.getByRole("main").getByRole("listitem").filter({ hasText: "Sea house" })).toContainText(
      "1 member",
    );
  });

  await test.step("Ana sees the invitation pending; Ben accepts it", async () => {
    await ana.getByRole("link", { name: "Sea house" }).click();
    await expect(ana.getByRole("heading", { name: "Members (1)" })).toBeVisible();
    await ana.getByRole("link", { name: "Edit group" }).click();
    await expect(ana.getByRole("list", { name: "Current participants" })).toContainText("(Pending)");
    await ana.getByRole("link", { name: "Go back" }).click();

    await ben.reload();
    await expect(topBar(ben, /Groups.*1 group request/)).toBeVisible();
    await ben.goto("/requests");
    await expect(ben.getByText(`${anaActor.name} invited you to join Sea house`)).toBeVisible();
    await ben
      .getByRole("button", { name: `Accept the invitation from ${anaActor.name} to join Sea house` })
      .click();
    await expect(ben.getByText("No pending group requests.")).toBeVisible();
    await expect(topBar(ben, /group request/)).toHaveCount(0);
    await topBar(ben, "Groups").click();
    await expect(ben.getByRole("main").getByRole("listitem").filter({ hasText: "Sea house" })).toContainText(
      "2 members",
    );
  });

  await test.step("Ana adds an event for both", async () => {
    await ana.reload();
    await expect(ana.getByRole("heading", { name: "Members (2)" })).toBeVisible();
    await expect(ana.getByText("No events yet.")).toBeVisible();
    await ana.getByRole("link", { name: "Add Event" }).click();
    const today = await ana.evaluate(() => new Date().toLocaleDateString("sv"));
    await expect(ana.getByLabel("Date")).toHaveValue(today);
    await ana.getByLabel("Event title").fill("First weekend");
    await ana.getByLabel("Select All").check();
    await expect(ana.getByRole("checkbox", { name: benActor.name })).toBeChecked();
    await ana.getByLabel("Select All").uncheck();
    await expect(ana.getByRole("checkbox", { name: benActor.name })).not.toBeChecked();
    await ana.getByLabel("Select All").check();
    await ana.getByRole("button", { name: "Create Event" }).click();
    await expect(ana.getByRole("heading", { name: "Events (1)" })).toBeVisible();
    const row = ana.getByRole("main").getByRole("listitem").filter({ hasText: "First weekend" });
    await expect(row).toContainText(today);
    await row.getByRole("link", { name: "First weekend" }).click();
    await expect(ana.getByRole("heading", { name: "Total Expenses: $0.00" })).toBeVisible();
  });

  await test.step("three expenses: 30.00 and 12.50 for both, 9.99 for Ben alone", async () => {
    await ana.getByRole("link", { name: "Add Expense" }).click();
    await expect(ana.getByRole("radio", { name: "Equal" })).toBeChecked();
    await ana.getByLabel("Description").fill("Groceries");
    await ana.getByLabel("Amount").fill("30");
    await ana.getByRole("button", { name: "Add Expense" }).click();
    await expect(expenses(ana)).toContainText("Groceries");

    await ana.getByRole("link", { name: "Add Expense" }).click();
    await ana.getByLabel("Description").fill("Sun cream");
    await ana.getByLabel("Amount").fill("$9.99");
    await ana.getByRole("button", { name: "More ways" }).click();
    await ana.getByRole("radio", { name: "Custom" }).check();
    await ana.getByRole("checkbox", { name: benActor.name }).check();
    await ana.getByRole("checkbox", { name: anaActor.name }).uncheck();
    await ana.getByRole("button", { name: "Add Expense" }).click();
    await expect(expenses(ana)).toContainText("Sun cream");

    await ben.goto(ana.url());
    await ben.getByRole("link", { name: "Add Expense" }).click();
    await ben.getByLabel("Description").fill("Petrol");
    await ben.getByLabel("Amount").fill("12.5");
    await ben.getByRole("button", { name: "Add Expense" }).click();
    await expect(ben.getByRole("heading", { name: "Total Expenses: $52.49" })).toBeVisible();
    await expect(ben.getByRole("heading", { name: "Expenses (3):" })).toBeVisible();
  });

  await test.step("only the payer can change an expense", async () => {
    const controls = (of: string) => expenses(ben).getByRole("button", { name: `Actions for ${of}` });
    await expect(controls("Petrol")).toBeVisible();
    await expect(controls("Groceries")).toHaveCount(0);
    await ben.getByRole("link", { name: "Groceries", exact: true }).click();
    await expect(ben.getByRole("heading", { name: "Expense Details" })).toBeVisible();
    await expect(ben.getByRole("heading", { name: "Participants (2)" })).toBeVisible();
    await expect(ben.getByText(/^Created on [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible();
    await expect(ben.getByRole("button", { name: "Edit Expense" })).toBeDisabled();
    await ben.getByRole("link", { name: "Go back" }).click();
  });

  await test.step("15.00 − 6.25 + 9.99: the preview and the real payment agree", async () => {
    await expect(unsettled(ben)).toContainText(`You owe ${anaActor.name}`);
    await expect(unsettled(ben)).toContainText("$18.74");
    await ben.getByLabel("Minimal transactions").check();
    await expect(unsettled(ben)).toContainText(
      "This is a preview. Turn off “Minimal transactions” to settle.",
    );
    await expect(betweenOthers(ben).getByRole("listitem")).toHaveText(/^You owe Ana \$18\.74$/);
    await expect(unsettled(ben).getByRole("button", { name: "Settle" })).toHaveCount(0);
    await ben.getByLabel("Minimal transactions").uncheck();
  });

  await test.step("Ben settles; Ana unsettles", async () => {
    await unsettled(ben).getByRole("button", { name: "Settle" }).click();
    await expect(unsettled(ben)).toContainText("Nothing to settle.");
    await expect(settled(ben)).toContainText("$18.74");
    await expect(unsettled(ben)).toContainText("You're all set");
    await expect(alert(ben, "Settled: You paid Ana $18.74.")).toBeVisible();
    await ana.reload();
    await expect(settled(ana)).toContainText("Settled by Ben");
    await settled(ana).getByRole("button", { name: "Unsettle" }).click();
    await expect(unsettled(ana)).toContainText(`${benActor.name} owes you`);
    await expect(unsettled(ana)).toContainText("$18.74");
    await topBar(ana, "Friends").click();
    const balance = ana.getByRole("region", { name: "Balance", exact: true });
    await expect(balance).toContainText("In total you are owed $18.74");
    await ana.goBack();
  });

  await test.step("an expense is deleted, then the event, the group, and the friendship", async () => {
    await openActions(expenses(ana), "Sun cream");
    await expenses(ana).getByRole("button", { name: "Delete Sun cream" }).click();
    const expense = question(ana, "Are you sure you want to delete this expense?");
    await expense.getByRole("button", { name: "Delete" }).click();
    await expect(ana.getByRole("heading", { name: "Total Expenses: $42.50" })).toBeVisible();
    await expect(unsettled(ana)).toContainText("$8.75");

    await ana.getByRole("link", { name: "Go back" }).click();
    await ana.getByRole("button", { name: "Delete First weekend" }).click();
    const event = question(ana, "Are you sure you want to delete this event?");
    await event.getByRole("button", { name: "Delete" }).click();
    await expect(ana.getByText("No events yet.")).toBeVisible();
    await topBar(ana, "Friends").click();
    await expect(ana.getByText("You are all set!")).toBeVisible();

    await topBar(ana, "Groups").click();
    await ana.getByRole("link", { name: "Sea house" }).click();
    await ana.getByRole("link", { name: "Edit group" }).click();
    await ana.getByRole("button", { name: "Delete Group" }).click();
    const group = question(ana, "Are you sure you want to delete this group?");
    await group.getByRole("button", { name: "Delete" }).click();
    await expect(alert(ana, "Group deleted successfully")).toBeVisible();
    await ana.waitForURL("**/groups");
    await expect(ana.getByRole("heading", { name: "You don't have any group yet!" })).toBeVisible();

    await topBar(ana, "Friends").click();
    await ana.getByRole("link", { name: benActor.name }).click();
    await ana.getByRole("button", { name: "Delete Friend" }).click();
    const friend = question(ana, "Are you sure you want to delete this friend?");
    await friend.getByRole("button", { name: "Delete" }).click();
    await expect(alert(ana, "Friend deleted")).toBeVisible();
    await ana.waitForURL("**/friends");
    await expect(ana.getByRole("heading", { name: "Friends (0)" })).toBeVisible();
    await ben.goto("/friends");
    await expect(ben.getByRole("heading", { name: "Friends (0)" })).toBeVisible();
  });
});
