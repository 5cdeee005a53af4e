import { expect, test } from "./support/fixtures";
import { eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./support/world";
import { type Audience, OTHER_SCREENS, screenPath, SCREENS } from "@/testing/screens";

// docs/rules.md#rights: people outside a group get 404 from each of its screens, and learn nothing from the response.

test("a stranger gets 404 from every group screen, with nothing of the group in the HTML", async ({
  person,
  guard,
}) => {
  guard.allowStatus(404);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const eve = await person("eve.stone");
  const group = await groupOf(ana, [ben], "Secret garden");
  const event = await eventIn(group, ana, "Midnight planting");
  const expense = await expenseIn(event, ana, "Rare orchids", 432.1);
  const [payment] = await ana.get<{ _id: string }[]>(`/api/settlements?eventId=${event._id}`);
  const own = await groupOf(eve, [await person("kim.field")], "Open field");

  const repeats = { every: "month", timeZone: "UTC" };
  const ahead = { description: "Rare ferns", amount: 8, splitWith: [ana.id], date: "2099-01-01", repeats };
  const series = await ana.post<{ _id: string }>("/api/expenses", { eventId: event._id, ...ahead });
  const items = { group, event, expense, settlement: payment!, series };
  const ids = Object.fromEntries(Object.entries(items).map(([name, { _id }]) => [name, _id]));
  const foreign = Object.entries<Audience>({ ...SCREENS, ...OTHER_SCREENS })
    .filter(([, audience]) => audience.startsWith("members"))
    .map(([screen]) => screenPath(screen, ids));
  // The same items in the URL of one's own group.
  const crossed = [
    `${groupUrl(own)}/events/${event._id}`,
    `${groupUrl(own)}/events/${event._id}/edit`,
    `${groupUrl(own)}/events/${event._id}/expenses/${expense._id}`,
    `${groupUrl(own)}/events/${event._id}/why/${payment?._id}`,
    `${groupUrl(own)}/series/${series._id}`,
  ];
  const secrets = [
    group.title,
    event.title,
    expense.description,
    ahead.description,
    "432.1",
    "216.05",
    ana.name,
    ben.name,
  ];

  for (const path of [...foreign, ...crossed]) {
    const response = await eve.fetch("GET", path);
    expect(response.status(), path).toBe(404);
    const html = await response.text();
    expect(html).toContain("We couldn't find that page.");
    for (const secret of secrets) expect(html, path).not.toContain(secret);
  }
  await eve.page.goto(eventUrl(event));
  await expect(eve.page.getByRole("heading", { name: "We couldn't find that page." })).toBeVisible();
  await eve.page.getByRole("link", { name: "Take me home" }).click();
  await expect(eve.page).toHaveURL("/friends");
});

test("editing someone else's expense redirects to its details", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const event = await eventIn(await groupOf(ana, [ben]), ana);
  const expense = await expenseIn(event, ana, "Cheese", 10);
  await ben.page.goto(`${eventUrl(event)}/edit-expense/${expense._id}`);
  await expect(ben.page).toHaveURL(`${eventUrl(event)}/expenses/${expense._id}`);
  await expect(ben.page.getByRole("button", { name: "Edit Expense" })).toBeDisabled();
  await expect(ben.page.getByText(`Only ${ana.name}, who paid, can edit this.`)).toBeVisible();
});

test("unknown and malformed ids show the same page", async ({ person, guard }) => {
  guard.allowStatus(404);
  const ana = await person("ana.silva");
  const group = "/groups/aaaaaaaaaaaaaaaaaaaaaaaa";
  for (const path of [
    "/friends/nobody",
    "/groups/not-an-id",
    group,
    `${group}/events/1`,
    "/no-such-screen",
  ]) {
    const response = await ana.fetch("GET", path);
    expect(response.status(), path).toBe(404);
    expect(await response.text()).toContain("We couldn't find that page.");
  }
});
