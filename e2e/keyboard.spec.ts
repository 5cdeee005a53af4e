import type { Locator, Page, Route } from "@playwright/test";
import { expect, test } from "./support/fixtures";
import { alert, settled, topBar, unsettled } from "./support/locators";
import { pause } from "./support/pause";
import { openReady } from "./support/ready";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// The main journey with the keyboard only: no clicks, and the focus is always visible.

/** Presses Tab until `target` has the focus. @throws if a full round does not reach it */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${target.toString()}`);
}

async function press(page: Page, target: Locator, key: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test("the main journey works with the keyboard alone", async ({ person, newContext, server }) => {
  test.slow();
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await groupOf(ben, [ana], "Rowers");
  const page = await (await newContext({ baseURL: server.url })).newPage();
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  const button = (name: string) => page.getByRole("button", { name, exact: true });

  await test.step("sign in", async () => {
    await page.goto("/");
    await press(page, page.locator("summary", { hasText: "Someone else" }), "Enter");
    await type(page, page.getByLabel("Address"), ana.email);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/friends");
  });

  await test.step("open the group", async () => {
    await press(page, topBar(page, "Groups"), "Enter");
    await press(page, link("Rowers"), "Enter");
    await page.getByRole("heading", { name: "Members (2)" }).waitFor();
  });

  await test.step("add an event for both", async () => {
    await press(page, link("Add Event"), "Enter");
    await type(page, page.getByLabel("Event title"), "Regatta");
    await expect(page.getByLabel("Select All")).toBeChecked();
    await press(page, button("Create Event"), "Enter");
    await press(page, link("Regatta"), "Enter");
    await page.getByRole("heading", { name: "Total Expenses: $0.00" }).waitFor();
  });

  await test.step("add an expense that Ben shares", async () => {
    await press(page, link("Add Expense"), "Enter");
    await type(page, page.getByLabel("Description"), "Cheese");
    await type(page, page.getByLabel("Amount"), "18.20");
    await tabTo(page, page.getByRole("radio", { name: "Equal" }));
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Amounts" })).toBeChecked();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("radio", { name: "Equal" })).toBeChecked();
    await press(page, button("Add Expense"), "Enter");
    await page.getByRole("heading", { name: "Total Expenses: $18.20" }).waitFor();
  });

  await test.step("settle and unsettle", async () => {
    await expect(unsettled(page)).toContainText("$9.10");
    await press(page, unsettled(page).getByRole("button", { name: "Settle" }), "Space");
    await expect(settled(page)).toContainText("$9.10");
    await press(page, settled(page).getByRole("button", { name: "Unsettle" }), "Enter");
    await expect(unsettled(page)).toContainText("$9.10");
  });

  await test.step("a confirmation traps the focus and restores it", async () => {
    const opener = button("Actions for Cheese");
    await press(page, opener, "Enter");
    await page.keyboard.press("Tab");
    await expect(link("Edit Cheese")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await expect(link("Edit Cheese")).toHaveCount(0);
    await page.keyboard.press("Enter");
    await press(page, button("Delete Cheese"), "Enter");
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
});

test("the button that sent a form keeps the focus", async ({ person, guard }) => {
  guard.allowStatus(500);
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  const expense = await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  // Late, because browsers take the focus from a disabled button when they draw it.
  const fail = async (route: Route) => {
    await pause(100);
    await route.fulfill({ status: 500, contentType: "application/json", body: "{}" });
  };

  await page.route("**/api/expenses", fail);
  await page.goto(`${eventUrl(event)}/add-expense`);
  await type(page, page.getByLabel("Description"), "Bread");
  await type(page, page.getByLabel("Amount"), "6");
  for (const name of ["Save and add another", "Add Expense"]) {
    const button = page.getByRole("button", { name });
    const answered = page.waitForResponse("**/api/expenses");
    await press(page, button, "Enter");
    await answered;
    await expect(alert(page, "Something went wrong. Please try again.")).toBeVisible();
    await expect(button).toBeEnabled();
    await expect(button).toBeFocused();
  }

  await page.route("**/comments", async (route) => {
    await pause(100);
    await route.fallback();
  });
  await page.goto(`${eventUrl(event)}/expenses/${expense._id}`);
  await type(page, page.getByLabel("Comment"), "Thanks!");
  await press(page, page.getByRole("button", { name: "Comment", exact: true }), "Enter");
  await expect(page.getByRole("listitem").filter({ hasText: "Thanks!" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Comment", exact: true })).toBeFocused();
});

test("the focus returns from a toast to the page", async ({ person }) => {
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  await page.goto(eventUrl(event));
  for (const response of ["Undo", "Dismiss"]) {
    await press(page, page.getByRole("button", { name: "Actions for Cheese" }), "Enter");
    await press(page, page.getByRole("button", { name: "Delete Cheese" }), "Enter");
    await press(page, page.getByRole("alertdialog").getByRole("button", { name: "Delete" }), "Enter");
    await press(page, page.getByRole("button", { name: response }), "Enter");
    await expect(page.getByRole("button", { name: response })).toHaveCount(0);
    await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
  }
});

test("on an event, the tab order follows the visual order: down each column, left to right", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const event = await eventIn(await groupOf(ana, [await person("ben.carter")]), ana);
  await expenseIn(event, ana, "Cheese", 10);
  const { page } = ana;
  for (const [width, role, next] of [
    [360, "link", "Record a payment"],
    [1440, "button", "Select"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(eventUrl(event));
    await page.getByRole("link", { name: "Edit event" }).focus();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("main").getByRole(role, { name: next }).first()).toBeFocused();
  }
});

test("on a phone, the tab order ends with the bar at the bottom", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben], "Rowers"), ana, "Regatta");
  const { page } = ana;
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [path, before, last] of [
    [`${eventUrl(event)}/add-expense`, "Save and add another", "Add Expense"],
    [`/groups/${event.groupId}/edit`, "Delete Group", "Update"],
  ] as const) {
    await openReady(page, path);
    await tabTo(page, page.getByRole("button", { name: before }));
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: last })).toBeFocused();
  }
});

test("the row of members scrolls along with the focus", async ({ person }) => {
  const ana = await person("ana.silva");
  const others = [];
  for (const name of ["ben.carter", "chloe.martin", "david.kim", "elena.rossi"])
    others.push(await person(name));
  const { page } = ana;
  await page.setViewportSize({ width: 320, height: 600 });
  await page.goto(groupUrl(await groupOf(ana, others)));
  const last = page.getByRole("region", { name: "Members (5)" }).getByRole("link").last();
  await tabTo(page, last);
  await expect(last).toBeInViewport({ ratio: 1 });
  // The row clips what is outside of its items.
  await expect(last).toHaveCSS("outline-offset", "-3px");
});

test("the focus is visible", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  await groupOf(ana, [ben], "Rowers");
  const { page } = ana;
  for (const path of ["/friends", "/groups", "/create-group", "/account"]) {
    await page.goto(path);
    const met = new Set<string>();
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press("Tab");
      const focus = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return null;
        // The outline is on the control, on the element that covers its row, or on the row or label around it.
        const around = [
          element,
          element.nextElementSibling,
          element.parentElement,
          element.closest("li, label"),
        ];
        const marked = around.some((one) => {
          if (!one) return false;
          return ["", "::after"].some((part) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(one, part);
            return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
          });
        });
        return { name: element.outerHTML, marked };
      });
      if (presses === 0) await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
      if (!focus || met.has(focus.name)) break;
      met.add(focus.name);
      expect(focus.marked, `${path}: ${focus.name}`).toBe(true);
    }
    expect(met.size, path).toBeGreaterThan(3);
  }
});
