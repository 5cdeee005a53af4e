import { expectAccessible } from "./support/a11y";
import { groupIconUrl } from "@/lib/core/groups";
import type { Group } from "@/lib/contract/groups";
import type { NewLink } from "@/lib/contract/links";
import type { Settlement } from "@/lib/contract/settlements";
import { expect, test } from "./support/fixtures";
import { betweenOthers } from "./support/locators";
import { eventIn, eventUrl, groupUrl } from "./support/world";

// The fewest payments, used in place of the open ones, and back.

test("14 people: 91 payments become 13 at most in two taps, and back; and the same for the group", async ({
  newContext,
  person,
  server,
}) => {
  const ana = await person("ana.silva");
  const { page } = ana;
  const guests = Array.from({ length: 13 }, (_, index) => `Guest ${String.fromCharCode(65 + index)}`);
  const { _id } = await ana.post<Group>("/api/groups", {
    title: "Sea house",
    icon: groupIconUrl("bee"),
    members: [],
    guests,
  });
  const group = await ana.get<Group>(`/api/groups/${_id}`);
  const event = await eventIn(group, ana, "Weekend");
  const splitWith = group.members.map((member) => member._id);
  for (const [index, user] of splitWith.entries()) {
    const amount = 140 + index * index * 14;
    const payers = [{ user, amount }];
    await ana.post("/api/expenses", {
      eventId: event._id,
      description: "Food",
      amount,
      splitWith,
      payers,
    });
  }
  const open = async () =>
    (await ana.get<Settlement[]>(`/api/settlements?eventId=${event._id}`)).filter(({ settled }) => !settled);
  expect(await open()).toHaveLength(91);
  const use = async () => {
    await page.getByRole("button", { name: "Use these payments" }).click();
    await page
      .getByRole("alertdialog", { name: "Use these payments?" })
      .getByRole("button", { name: "Use these payments" })
      .click();
  };

  const { url } = await ana.post<NewLink>(`/api/groups/${_id}/links`, {});
  const visitor = await (await newContext({ baseURL: server.url })).newPage();
  await visitor.goto(new URL(url).pathname);
  await visitor.getByRole("button", { name: "I'm Guest A" }).click();
  await expect(
    visitor.getByRole("link", { name: "You're Guest A on this device only. Save with Google" }),
  ).toBeVisible();

  await test.step("a guest sees the preview, but uses no plan", async () => {
    await visitor.goto(eventUrl(event));
    await betweenOthers(visitor).getByLabel("Minimal transactions").check();
    await expect(betweenOthers(visitor)).toContainText("instead of 91");
    await expect(visitor.getByRole("button", { name: "Use these payments" })).toBeHidden();
    await visitor.goto(groupUrl(group));
    await expect(visitor.getByRole("link", { name: "Weekend" })).toBeVisible();
    await expect(visitor.getByRole("link", { name: /^Settle the group/ })).toBeHidden();
  });

  await test.step("two taps below the preview", async () => {
    await page.goto(eventUrl(event));
    await betweenOthers(page).getByLabel("Minimal transactions").check();
    await expect(betweenOthers(page)).toContainText("instead of 91");
    await use();
    await expect(
      page.getByRole("status").filter({ hasText: /^Done: \d+ payments instead of 91\. You can undo it / }),
    ).toBeVisible();
    await expect(betweenOthers(page).getByRole("button", { name: "Undo" })).toBeVisible();
    await expectAccessible(page, "a used plan");
    expect((await open()).length).toBeLessThanOrEqual(13);
  });

  await test.step("why explains it, with the expenses behind it", async () => {
    const mine = (await open()).find(({ from }) => from._id === ana.id)!;
    await page.goto(`${eventUrl(event)}/why/${mine._id}`);
    const line = page.getByRole("listitem").filter({ hasText: /Simplified by you on .+instead of paying / });
    await expect(line).toContainText(`you pay ${mine.to.name}`);
    await line.getByText("Expenses behind it").click();
    await expect(line.getByRole("link", { name: "Food" }).first()).toBeVisible();
  });

  await test.step("a guest undoes no plan", async () => {
    await visitor.goto(`${eventUrl(event)}/activity`);
    await expect(visitor.getByText("Ana simplified the payments in Weekend")).toBeVisible();
    await expect(visitor.locator(".members-only").filter({ hasText: "Undo" })).toHaveCount(1);
    await expect(visitor.getByRole("button", { name: "Undo" })).toBeHidden();
  });

  await test.step("it is undone from the activity", async () => {
    await page.goto(`${eventUrl(event)}/activity`);
    await expect(page.getByText("You simplified the payments in Weekend")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("You undid the simplified payments in Weekend")).toBeVisible();
    expect(await open()).toHaveLength(91);
  });

  await test.step("the group has a plan over all its events, which is undone with one of them", async () => {
    await page.goto(groupUrl(group));
    const offer = /^Settle the group with \d+ payments$/;
    await page.getByText("Settle up").click();
    await page.getByRole("link", { name: offer }).click();
    await expect(page.getByRole("heading", { name: offer })).toBeVisible();
    await use();
    await expect(page.getByRole("heading", { name: "Settle the group", exact: true })).toBeVisible();
    expect((await open()).length).toBeLessThanOrEqual(13);
    await page.goto(groupUrl(group));
    await page.getByRole("button", { name: "Delete Weekend" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("It is part of a plan for the whole group, which is undone with it");
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Weekend" }).click();
    await expect(page.getByRole("heading", { name: "Weekend" })).toBeVisible();
    expect(await open()).toHaveLength(91);
  });
});
