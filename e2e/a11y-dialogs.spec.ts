import { createHash } from "node:crypto";
import type { Locator } from "@playwright/test";
import { expectAccessible } from "./support/a11y";
import { signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { openActions, topBar } from "./support/locators";
import { DEMO_EMAIL, formPath } from "./support/screens";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

test("axe finds nothing on open dialogs, errors, and the preview", async ({ person, guard }) => {
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
  await openActions(page, "Cheese");
  await expectAccessible(page, "the menu of an expense");
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

/** The hash of a picture. */
const hashOf = (picture: Buffer) => createHash("sha256").update(picture).digest("hex");
/** How an element looks, to compare. */
const look = async (part: Locator) => hashOf(await part.screenshot());

test("in forced colors, what is selected differs, and buttons and dots are visible", async ({
  newContext,
  server,
}) => {
  const options = { forcedColors: "active", reducedMotion: "reduce", baseURL: server.url } as const;
  const ana = await signIn(await newContext(options), server.url, DEMO_EMAIL);
  const { page } = ana;
  const path = await formPath(ana);
  await page.goto(path, { waitUntil: "networkidle" });
  const mark = (control: Locator) => control.locator(":scope + span");

  const [shares, equal] = ["Shares", "Equal"].map((name) => page.getByRole("radio", { name, exact: true }));
  const option = page.locator("label").filter({ has: shares! });
  const unselected = await look(option);
  await shares!.check();
  await expect(equal!).not.toBeChecked();
  expect(await look(option), "the selected option").not.toBe(unselected);
  // It is no label.
  const amounts = page.getByRole("radio", { name: "Amounts" });
  const before = await look(amounts);
  await amounts.click();
  expect(await look(amounts), "the selected amounts").not.toBe(before);
  await shares!.check();

  const person = page.getByRole("checkbox").last();
  const checked = await look(mark(person));
  await person.uncheck();
  expect(await look(mark(person)), "the unchecked box").not.toBe(checked);

  await page.getByRole("button", { name: "Paid by you" }).click();
  const payer = page.getByRole("radio", { name: "You", exact: true });
  const other = payer.locator("xpath=../following-sibling::label[1]/input");
  const chosen = await look(mark(payer));
  // A tap would close the list.
  await payer.press("ArrowDown");
  await expect(other).toBeChecked();
  const empty = await look(mark(payer));
  expect(empty, "the payer's dot").not.toBe(chosen);
  // As if a search hid the payer. A group of radio buttons without a checked one is indeterminate.
  await other.evaluate((input: HTMLInputElement) => (input.checked = false));
  expect(await look(mark(payer)), "other people, if the payer is not found").toBe(empty);

  const button = page.getByRole("button", { name: "Add Expense" });
  await expect(button).toHaveCSS("border-top-style", "solid");

  /** The end of the tab, where its bar is; the icon above differs in any case. */
  const bar = async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await topBar(page, /^Friends/).boundingBox()) ?? {};
    const clip = { x, y: y + height - 4, width, height: 4 };
    return hashOf(await page.screenshot({ clip }));
  };
  const elsewhere = await bar();
  const dot = topBar(page, /^Friends/)
    .getByText(/requests?\)/)
    .locator("..");
  await expect(dot).toHaveCSS("forced-color-adjust", "none");
  await page.goto("/friends");
  await expect(topBar(page, /^Friends/)).toHaveAttribute("aria-current", "page");
  expect(await bar(), "the tab of the current section").not.toBe(elsewhere);
});
