import type { Settlement } from "@/lib/contract/settlements";
import type { Statement } from "@/lib/contract/statements";
import { expect, test } from "./support/fixtures";
import { alert, expenses, settled } from "./support/locators";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

// An event is closed with a statement, and reopened.

test("one member closes an event; another sees it, is refused, and settles; the statement; reopening", async ({
  guard,
  person,
}) => {
  guard.allowStatus(409);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Sea house");
  const event = await eventIn(group, ana, "Fondue evening");
  await expenseIn(event, ana, "Cheese", 90);
  await expenseIn(event, ben, "Bread", 10.01);
  const notice = ben.page.getByRole("region", { name: "Closed" });

  await test.step("Ben is entering an expense while Ana closes the event", async () => {
    await ben.page.goto(`${eventUrl(event)}/add-expense`);
    await ben.page.getByLabel("Description").fill("Wine");
    await ben.page.getByLabel("Amount").fill("24");
    await ana.page.goto(eventUrl(event));
    await ana.page.getByRole("button", { name: "Close event" }).click();
    const question = ana.page.getByRole("alertdialog", { name: "Close “Fondue evening”?" });
    await question.getByRole("button", { name: "Close event" }).click();
    await ana.page.waitForURL("**/statement");
    const wrapped = ana.page.getByRole("region", { name: "Wrapped" });
    await expect(wrapped).toContainText(/Biggest bill\s*\$90\.00\s*\w+ \d+ · Cheese/);
    await expect(wrapped).toContainText(/Paid most\s*Ana\s*\$90\.00 of \$100\.01/);
    await expect(wrapped).toContainText(/Fewest payments\s*1\s*settle 2 expenses/);
    // What it comes down to, and the button to share it, are on the first screen of a small phone.
    await ana.page.setViewportSize({ width: 360, height: 740 });
    await ana.page.evaluate(() => scrollTo(0, 0));
    await expect(wrapped.getByRole("button", { name: "Share" })).toBeInViewport({ ratio: 1 });
    const saved = ana.page.waitForEvent("download");
    await wrapped.getByRole("button", { name: "Share" }).click();
    expect((await saved).suggestedFilename()).toBe("evenly-statement.png");
    await ana.page.goto(eventUrl(event));
    await expect(ana.page.getByText(/^Closed on \w+ \d+ by you\.$/)).toBeVisible();
    await expect(ana.page.getByRole("link", { name: "Add Expense" })).toHaveCount(0);
  });

  await test.step("his expense is refused, and what he typed is kept", async () => {
    await ben.page.getByRole("button", { name: "Add Expense" }).click();
    await expect(alert(ben.page, "This event is closed. Reopen it to make changes.")).toBeVisible();
    await expect(ben.page.getByLabel("Description")).toHaveValue("Wine");
    await expect(ben.page.getByLabel("Amount")).toHaveValue("24");
  });

  await test.step("he sees who closed it, no controls, and settles", async () => {
    await ben.page.goto(eventUrl(event));
    await expect(notice).toContainText(/Closed on \w+ \d+ by Ana\./);
    await expect(ben.page.getByRole("link", { name: /^(Add Expense|Edit )/ })).toHaveCount(0);
    await expect(expenses(ben.page)).toContainText("Bread");
    await ben.page.getByRole("button", { name: "Settle", exact: true }).click();
    await expect(settled(ben.page)).toContainText("Settled by you");
  });

  await test.step("the form, opened directly, says that the event is closed, and leads to where it is reopened", async () => {
    for (const form of ["edit", "add-expense"]) {
      await ben.page.goto(`${eventUrl(event)}/${form}`);
      await expect(ben.page.getByText("This event is closed. Reopen it to make changes.")).toBeVisible();
    }
    await ben.page.getByRole("link", { name: "Open the event to reopen it" }).click();
    await expect(notice.getByRole("button", { name: "Reopen" })).toBeVisible();
  });

  await test.step("the statement lists the expenses, adds up, and prints on one page", async () => {
    const { people, made, left } = await ben.get<Statement>(`/api/events/${event._id}/statement`);
    const cents = (dollars: number) => Math.round(dollars * 100);
    for (const { user, paid, share, net } of people) {
      expect(cents(net)).toBe(cents(paid) - cents(share));
      const sum = (of: "from" | "to") =>
        [...made, ...left].reduce((all, one) => all + (one[of]._id === user._id ? cents(one.amount) : 0), 0);
      expect(cents(net)).toBe(sum("to") - sum("from"));
    }
    await notice.getByRole("link", { name: "See the statement" }).click();
    await ben.page.waitForURL("**/statement");
    const listed = ben.page.getByRole("table", { name: "Expenses (2)" });
    await expect(listed).toContainText(/Cheese\s*Ana, Ben \$45\.00 each\s*Ana\s*\$90\.00/);
    const sums = ben.page.getByRole("table", { name: "How it adds up" });
    await expect(sums.getByRole("row", { name: /^Ben/ })).toContainText(/−(\$[\d.]+)\+\1even/);
    const total = ben.page.getByRole("row", { name: /^Total/ });
    await expect(total).toContainText(/Total.*\$100\.01.*\$100\.01/);
    await expect(ben.page.getByRole("region", { name: "Payments made" })).toContainText("Ben paid Ana");
    await expect(ben.page.getByText("Nothing is left to pay.")).toBeVisible();
    const lastDay = ben.page.getByRole("table", { name: "Day by day" }).getByRole("row").last();
    await expect(lastDay).toContainText(/\$100\.01\s*Ana \$90\.00, Ben \$10\.01\s*\$100\.01/);
    const pdf = await ben.page.pdf({ format: "A4", preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  });

  await test.step("Ben reopens it, and adds what he had typed", async () => {
    await ben.page.goto(eventUrl(event));
    await notice.getByRole("button", { name: "Reopen" }).click();
    await expect(notice).toHaveCount(0);
    await ben.page.getByRole("link", { name: "Add Expense" }).first().click();
    await expect(ben.page.getByLabel("Description")).toHaveValue("Wine");
    await ben.page.getByRole("button", { name: "Add Expense" }).click();
    await expect(expenses(ben.page)).toContainText("Wine");
    await ben.page.goto(`${eventUrl(event)}/activity`);
    await expect(ben.page.getByText("You reopened Fondue evening")).toBeVisible();
    await expect(ben.page.getByText("Ana closed Fondue evening")).toBeVisible();
  });

  const open = await ben.get<Settlement[]>(`/api/settlements?eventId=${event._id}`);
  expect(open.filter((one) => !one.settled)).toMatchObject([{ from: { _id: ana.id }, amount: 12 }]);
});

test("a statement of a party with many days prints on two pages, with the head on each, and no row cut", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const others = await Promise.all(
    ["ben.carter", "cleo.novak", "dan.wolf", "eve.stone"].map((id) => person(id)),
  );
  const event = await eventIn(await groupOf(ana, others, "Sea house"), ana, "Fondue evening");
  const everyone = [ana, ...others];
  for (let day = 1; day <= 20; day += 1) {
    await everyone[day % 4]!.post("/api/expenses", {
      eventId: event._id,
      description: "Cheese",
      amount: (day * 1729) / 100,
      splitWith: everyone.map(({ id }) => id),
      date: `2026-10-${String(day).padStart(2, "0")}`,
    });
  }
  await ana.page.goto(`${eventUrl(event)}/statement`);
  const days = ana.page.getByRole("table", { name: "Day by day" }).getByRole("row");
  await expect(days).toHaveCount(16);
  await expect(days.nth(1)).toHaveAccessibleName(/^Earlier \$363\.09 /);
  await expect(days.last()).toHaveAccessibleName(/ \$3,630\.90$/);
  for (const format of ["A4", "Letter"]) {
    const pdf = await ana.page.pdf({ format, preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  }
  await ana.page.emulateMedia({ media: "print" });
  // As wide as paper.
  await ana.page.setViewportSize({ width: 680, height: 1000 });
  for (const name of ["Expenses (20)", "Total Expenses: $3,630.90"]) {
    const table = ana.page.getByRole("table", { name });
    await expect(table.locator("thead")).toHaveCSS("display", "table-header-group");
    await expect(table.locator("tr").last()).toHaveCSS("break-inside", "avoid");
    await expect(table.locator("tr").last()).toHaveCSS("display", "table-row");
    await expect(table.locator("tfoot")).toHaveCount(0);
  }
});

test("a long statement is printed whole, from a page that has all of it", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben], "Sea house"), ana, "Fondue evening");
  for (let count = 1; count <= 35; count += 1) await expenseIn(event, ana, `Cheese ${count}.`, count);
  await ana.page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await ana.page.goto(`${eventUrl(event)}/statement`);
  const rows = ana.page.getByRole("table", { name: "Expenses (35)" }).getByRole("row");
  await expect(rows).toHaveCount(31);
  await expect(ana.page.getByText("and 5 more.")).toBeVisible();
  await ana.page.getByRole("link", { name: "Print or save as PDF" }).click();
  await expect(ana.page.locator("html[data-printed]")).toBeAttached();
  await expect(rows).toHaveCount(36);
  await expect(ana.page.getByText("and 5 more.")).toHaveCount(0);
  // Not again.
  await ana.page.reload();
  await expect(ana.page.getByRole("button", { name: "Print or save as PDF" })).toBeVisible();
  await expect(ana.page.locator("html[data-printed]")).toHaveCount(0);
});
