import { initials } from "@/lib/core/people";
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
