import type { Expense } from "@/lib/contract/expenses";
import type { Series } from "@/lib/contract/series";
import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
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
  await page.getByLabel("Repeats", { exact: true }).selectOption("Every two weeks");
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
