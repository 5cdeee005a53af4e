import { expect, test } from "./support/fixtures";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";

// Tabs, bookmarks, and the history show the name of the page's content.

test("the title of a page is the name of its content", async ({ person, guard }) => {
  guard.allowStatus(404);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Sea house");
  const event = await eventIn(group, ana, "First weekend");
  const expense = await expenseIn(event, ana, "Sun cream", 12.5);
  const [payment] = await ana.get<{ _id: string }[]>(`/api/settlements?eventId=${event._id}`);
  const titles: [string, string][] = [
    [groupUrl(group), "Sea house"],
    [eventUrl(event), "First weekend"],
    [`${eventUrl(event)}/expenses/${expense._id}`, "Sun cream"],
    [`${groupUrl(group)}/activity`, "Activity · Sea house"],
    [`/search?group=${group._id}`, "Search · Sea house"],
    [`${groupUrl(group)}/deleted`, "Recently deleted · Sea house"],
    [`${eventUrl(event)}/activity`, "Activity · First weekend"],
    [`${eventUrl(event)}/why/${payment?._id}`, "Why · First weekend"],
    [`/friends/${ben.id}`, ben.name],
    ["/groups/aaaaaaaaaaaaaaaaaaaaaaaa", "Group"],
  ];
  for (const [path, title] of titles) {
    await ana.page.goto(path);
    await expect(ana.page).toHaveTitle(`${title} · Evenly`);
  }
  await ana.page.goto("/groups");
  await ana.page.getByRole("link", { name: "Sea house" }).click();
  await expect(ana.page).toHaveTitle("Sea house · Evenly");
});
