import type { Expense } from "@/lib/contract/expenses";
import type { Series } from "@/lib/contract/repeats";
import type { Event } from "@/lib/contract/events";
import { shortDate } from "@/lib/core/text/dates";
import { expectAccessible } from "./support/a11y";
import type { Actor } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { alert } from "./support/locators";
import { eventIn, eventUrl, groupOf } from "./support/world";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

test("rent repeats: entered under More, seen in the group, paused, resumed, skipped, and stopped", async ({
  person,
}) => {
  const ana = await person("ana.silva", PHONE);
  const ben = await person("ben.carter", PHONE);
  const group = await groupOf(ana, [ben]);
  const event = await eventIn(group, ana);
  const { page } = ana;

  await page.goto(`${eventUrl(event)}/add-expense`);
  await page.getByLabel("Description").fill("Rent");
  await page.getByLabel("Amount", { exact: true }).fill("1200");
  await page.getByRole("button", { name: /^More ·/ }).tap();
  await page.getByRole("radio", { name: "Every two weeks" }).tap();
  await page.getByLabel("Ends", { exact: true }).selectOption("After a number of times");
  await page.getByRole("spinbutton", { name: "Times" }).fill("3");
  await expectAccessible(page, "repeats");
  await page.getByRole("button", { name: "Add Expense" }).tap();
  await page.waitForURL(new RegExp(`${eventUrl(event)}$`));

  const [expense] = await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`);
  const list = () => ana.get<Series[]>(`/api/groups/${event.groupId}/series`);
  expect(await list()).toMatchObject([{ _id: expense!.series, every: "2 weeks", times: 3, amount: 1200 }]);

  await page.goto(`${eventUrl(event)}/expenses/${expense!._id}`);
  await page.getByRole("link", { name: "Repeats (no. 1)" }).tap();
  await expect(page.getByRole("heading", { name: "Repeating" })).toBeVisible();
  await expect(page.getByText("Every two weeks · by")).toBeVisible();
  await page.getByRole("button", { name: "Skip next: Rent" }).tap();
  await expect.poll(async () => (await list())[0]?.made).toBe(2);

  // Any member pauses it; only those who may change it resume it.
  await ben.page.goto(`/groups/${event.groupId}`);
  await ben.page.getByRole("link", { name: "Repeating" }).tap();
  await expect(ben.page.getByRole("button", { name: "Stop: Rent" })).toHaveCount(0);
  await ben.page.getByRole("button", { name: "Pause: Rent" }).tap();
  await expect(ben.page.getByText("It is paused.")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Resume: Rent" }).tap();
  await expect(page.getByText("It is paused.")).toHaveCount(0);

  await page.getByRole("button", { name: "Stop: Rent" }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop" }).tap();
  await expect(page.getByText("Nothing repeats yet.")).toBeVisible();
});

/** Rent of $12.00 that repeats from a day on. */
async function rentIn(event: Event, ana: Actor, ben: Actor, date: string) {
  const rent = { eventId: event._id, description: "Rent", amount: 12, splitWith: [ana.id, ben.id], date };
  return ana.post<Expense>("/api/expenses", { ...rent, repeats: { every: "week", timeZone: "UTC" } });
}

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("an occurrence is changed alone, or with the later ones; those to come also from the list", async ({
  person,
}) => {
  const ana = await person("ana.silva", PHONE);
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  const { page } = ana;
  const rent = await rentIn(event, ana, ben, daysFromNow(-1));
  const list = () => ana.get<Series[]>(`/api/groups/${event.groupId}/series`);
  const amounts = async () => [
    (await ana.get<Expense>(`/api/expenses/${rent._id}`)).amount,
    (await list())[0]?.amount,
  ];

  const change = async (amount: string, which: string) => {
    await page.goto(`${eventUrl(event)}/edit-expense/${rent._id}`);
    await page.getByLabel("Amount", { exact: true }).fill(amount);
    await page.getByRole("button", { name: "Update Expense" }).tap();
    const question = page.getByRole("alertdialog", { name: "Change this one or this and later ones?" });
    await expect(question).toBeVisible();
    if (which === "Cancel") await expectAccessible(page, "this or later");
    await question.getByRole("button", { name: which, exact: true }).tap();
    await expect(question).toHaveCount(0);
  };
  await change("13", "Cancel");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("13");
  expect(await amounts()).toEqual([12, 12]);
  await change("14", "This one");
  await page.waitForURL(new RegExp(`${eventUrl(event)}$`));
  expect(await amounts()).toEqual([14, 12]);
  await change("15", "This and later ones");
  await page.waitForURL(new RegExp(`${eventUrl(event)}$`));
  expect(await amounts()).toEqual([15, 15]);

  await page.goto(`/groups/${event.groupId}/series`);
  await page.getByRole("link", { name: "Edit upcoming: Rent" }).tap();
  await expect(
    page.getByText(`This changes what is added from ${shortDate(daysFromNow(6))} on.`),
  ).toBeVisible();
  await page.getByRole("button", { name: /^More ·/ }).tap();
  await expect(page.getByLabel("Note")).toBeVisible();
  await expect(page.getByLabel("Date")).toHaveCount(0);
  await page.getByLabel("Amount", { exact: true }).fill("16");
  await page.getByRole("button", { name: "Update Expense" }).tap();
  await expect(page.getByRole("heading", { name: "Repeating" })).toBeVisible();
  expect(await amounts()).toEqual([15, 16]);
});

test("an expense that is dated ahead says when it will be added", async ({ person }) => {
  const ana = await person("ana.silva", PHONE);
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  const { page } = ana;
  await page.goto(`${eventUrl(event)}/add-expense`);
  await page.getByLabel("Description").fill("Rent");
  await page.getByLabel("Amount", { exact: true }).fill("1200");
  await page.getByRole("button", { name: /^More ·/ }).tap();
  await page.getByLabel("Date").fill("2099-12-01");
  await page.getByRole("radio", { name: "Monthly on day 1", exact: true }).tap();
  await expect(page.getByText("It will be added on each date, starting December 1, 2099.")).toBeVisible();
  await page.getByRole("button", { name: "Add Expense" }).tap();
  await expect(alert(page, "“Rent” will be added on December 1, 2099")).toBeVisible();
  await page.waitForURL(new RegExp(`${eventUrl(event)}$`));
  expect(await ana.get<Expense[]>(`/api/expenses?eventId=${event._id}`)).toEqual([]);
  await page.getByRole("button", { name: "View" }).tap();
  await expect(page.getByText("Next: Dec 1, 2099")).toBeVisible();
  await page.goto(`/groups/${event.groupId}/activity`);
  await expect(page.getByText("You added Rent, $1,200.00, repeats monthly")).toBeVisible();
  await expect(page.getByText("From December 1, 2099")).toBeVisible();
});
