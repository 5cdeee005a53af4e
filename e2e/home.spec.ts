import { initials } from "@/lib/core/people";
import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { eventIn, expenseIn, groupOf } from "./support/world";

// What a phone shows of the home screen without scrolling, and the colors of people.

test("home shows the total, three people, and the button without scrolling", async ({ person }) => {
  const ana = await person("ana.silva");
  const others = [await person("ben.carter"), await person("cleo.marsh"), await person("dan.reyes")];
  const group = await groupOf(ana, others);
  const event = await eventIn(group, ana);
  await expenseIn(event, ana, "Cabin", 384.4);
  await expenseIn(event, others[0]!, "Fondue", 1250.6, [ana.id, others[0]!.id]);
  await (await person("eve.stone")).post("/api/users/friends/request", { to: ana.id });
  const { page } = ana;

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/friends");
  const total = page.getByRole("region", { name: "Balance", exact: true });
  const people = page.getByRole("region", { name: "Friends (3)" }).getByRole("listitem");
  const add = page.getByRole("link", { name: "Add expense" }).last();
  await expect(page.getByRole("button", { name: /Accept the friend request/ })).toBeInViewport({ ratio: 1 });
  await expect(total).toBeInViewport({ ratio: 1 });
  expect((await total.boundingBox())?.height).toBeLessThanOrEqual(220);
  await expect(add).toBeInViewport({ ratio: 1 });
  await expect(people).toHaveCount(3);
  const bottom = (await add.boundingBox())!.y;
  for (const row of await people.all()) {
    const { y, height } = (await row.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(bottom);
  }

  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  const first = (await people.first().boundingBox())!;
  expect(first.y + first.height).toBeLessThanOrEqual((await add.boundingBox())!.y);
});

test("a person's initials have one color: at home, in the group, and in the event", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben]);
  const event = await eventIn(group, ana);
  await expenseIn(event, ben, "Fondue", 30);
  const colors = new Set<string>();
  for (const path of ["/friends", `/groups/${group._id}`, `/groups/${group._id}/events/${event._id}`]) {
    await ana.page.goto(path);
    const avatars = ana.page.locator(".avatar:visible", { hasText: new RegExp(`^${initials(ben.name)}$`) });
    await expect(avatars.first()).toBeVisible();
    for (const avatar of await avatars.all())
      colors.add(await avatar.evaluate((element) => getComputedStyle(element).backgroundColor));
  }
  expect(colors.size).toBe(1);
});

test("from home to a friend: a payment is recorded in three taps, and is in the history", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben], "Rowers"), ana, "Regatta");
  await expenseIn(event, ben, "Fondue", 30);
  const { page } = ana;
  await page.goto("/friends");
  const friends = page.getByRole("region", { name: "Friends (1)" });
  await expect(friends.getByRole("listitem")).toContainText("you owe $15.00");
  await friends.getByRole("link", { name: ben.name }).click();
  await expect(page.getByRole("region", { name: "Shared groups" })).toContainText(
    /Rowers\s*you owe \$15\.00/,
  );
  await expectAccessible(page, "a friend's profile");
  await page.getByRole("link", { name: "Record a payment" }).click();
  await expect(page.getByLabel("Amount")).toHaveValue("15.00");
  await page.getByLabel("Amount").fill("5");
  await expect(page.getByText(/^Then you will still owe .*Ben.* \$10\.00\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Record Payment" }).click();
  await expect(page).toHaveURL(/\/events\/\w+$/);

  await page.goto(`/friends/${ben.id}`);
  await expect(page.getByRole("main").getByRole("status")).toContainText("you owe $10.00");
  const history = page.getByRole("region", { name: "Between you" }).getByRole("listitem");
  await expect(history).toContainText([/^PaymentYou paid \$5\.00/, /^FondueBen paid \$30\.00/]);
});

test("a newcomer's home leads to the first group", async ({ person }) => {
  const { page } = await person("nia.newcomer");
  await page.goto("/friends");
  await expect(page.getByText("Start a group: names are enough.")).toBeVisible();
  await page.getByRole("link", { name: "Create Group" }).click();
  await expect(page).toHaveURL("/create-group");
});
