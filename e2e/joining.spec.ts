import type { BrowserContext } from "@playwright/test";
import type { Group } from "@/lib/contract/groups";
import { expectAccessible } from "./support/a11y";
import { type Actor, signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";
import { alert } from "./support/locators";
import { eventIn, groupOf, groupUrl } from "./support/world";

// The forms of an invite link's page: without scripts, and in tabs that were opened before someone signed in or joined.

/** The link of a new group with this title. */
async function linkTo([creator, friend]: readonly [Actor, Actor], title: string) {
  const group = await groupOf(creator, [friend], title);
  const { url } = await creator.post<{ url: string }>(`/api/groups/${group._id}/links`, {});
  return { group, url };
}

const whoIs = async (context: BrowserContext, url: string) =>
  (
    (await (await context.request.get(`${url}/api/auth/session`)).json()) as {
      user?: { name: string };
    } | null
  )?.user?.name;

for (const javaScriptEnabled of [true, false]) {
  test(`a member and a guest join, and the guest signs in and is claimed (scripts: ${javaScriptEnabled})`, async ({
    person,
    newContext,
    server,
  }) => {
    const ana = await person("ana.silva");
    const { group, url } = await linkTo([ana, await person("benno")], "Rowers");
    const event = await eventIn(group, ana, "Regatta");
    const ben = await person("ben.carter", { javaScriptEnabled });
    await ben.page.goto(url);
    await ben.page.getByRole("button", { name: "Join “Rowers”" }).click();
    await expect(ben.page).toHaveURL(groupUrl(group));

    const context = await newContext({ baseURL: server.url, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(url);
    await page.getByLabel("Your name").fill(ana.name);
    await page.getByRole("button", { name: "Join as a guest" }).click();
    await expect(
      alert(page, "Please enter another name: this one is missing, or someone in the group has it."),
    ).toBeVisible();
    await page.getByLabel("Your name").fill("Nina");
    await page.getByRole("button", { name: "Join as a guest" }).click();
    await expect(page).toHaveURL(`${groupUrl(group)}/events/${event._id}`);
    // On a second device, she does not become a second person.
    const other = await (await newContext({ baseURL: server.url, javaScriptEnabled })).newPage();
    await other.goto(url);
    await other.getByLabel("Your name").fill("nina");
    await other.getByRole("button", { name: "Join as a guest" }).click();
    await expect(other.getByText("is in this group already.")).toBeVisible();
    if (javaScriptEnabled) await expectAccessible(other, "a name that a guest has");
    await other.getByRole("button", { name: "I'm Nina: ask a member" }).click();
    await expect(other.getByText("to confirm that you are Nina.")).toBeVisible();
    await page.goto(`${groupUrl(group)}/keep`);
    await page.getByText("Someone else").click();
    await page.getByLabel("Address").fill(`nina.${javaScriptEnabled}@demo.test`);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Are you Nina?" })).toBeVisible();
    await page.getByRole("button", { name: "Yes, I'm Nina" }).click();
    await expect(page).toHaveURL(groupUrl(group));
  });
}

test("a tab with a link, opened before signing in, does not make a guest of the account", async ({
  person,
  newContext,
  server,
}) => {
  const pair = [await person("ana.silva"), await person("benno")] as const;
  const { group, url } = await linkTo(pair, "Rowers");
  const context = await newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel("Your name").fill("Zoe");
  const zoe = await signIn(context, server.url, "zoe.stale@demo.test");
  await page.getByRole("button", { name: "Join as a guest" }).click();
  await expect(page.getByText("You are signed in as Zoe Stale.")).toBeVisible();
  await expect(
    alert(page, "You signed in or out after opening this page. Please check it, and try again."),
  ).toBeVisible();
  expect(await whoIs(context, server.url)).toBe("Zoe Stale");
  expect(await zoe.get("/api/groups")).toEqual([]);
  await page.getByRole("button", { name: "Join “Rowers”" }).click();
  await expect(page).toHaveURL(groupUrl(group));
});

test("a guest who opens another group's link is told what joining ends, and how to come back", async ({
  person,
  newContext,
  server,
}) => {
  const [ana, ben] = [await person("ana.silva"), await person("benno")];
  const [lisbon, porto] = [
    await linkTo([ana, ben], "Lisbon"),
    await linkTo([ana, await person("cleo")], "Porto"),
  ];
  const context = await newContext({ baseURL: server.url });
  const [page, stale] = [await context.newPage(), await context.newPage()];
  await stale.goto(porto.url);
  await stale.getByLabel("Your name").fill("Nina");
  await page.goto(lisbon.url);
  await page.getByLabel("Your name").fill("Nina");
  await page.getByRole("button", { name: "Join as a guest" }).click();
  await expect(page).toHaveURL(groupUrl(lisbon.group));

  const warning = (on: typeof page) => on.getByRole("main").getByText("You take part in “Lisbon” as Nina");
  // Opened before that, it does not know of Lisbon: it asks.
  await stale.getByRole("button", { name: "Join as a guest" }).click();
  await expect(warning(stale)).toBeVisible();
  await page.goto(porto.url);
  await expect(warning(page)).toBeVisible();
  await page.goto(lisbon.url);
  await expect(page).toHaveURL(groupUrl(lisbon.group));

  await stale.getByLabel("Your name").fill("Nina");
  await stale.getByRole("button", { name: "Join as a guest" }).click();
  await expect(stale).toHaveURL(groupUrl(porto.group));
  // The way back.
  await page.goto(lisbon.url);
  await page.getByRole("button", { name: "I'm Nina" }).click();
  await expect(page).toHaveURL(groupUrl(lisbon.group));
});

test("a guest whose session was ended reads on the entry screen who can make a new link", async ({
  person,
  newContext,
  server,
}) => {
  const ana = await person("ana.silva");
  const { group, url } = await linkTo([ana, await person("benno")], "Rowers");
  const context = await newContext({ baseURL: server.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel("Your name").fill("Nina");
  await page.getByRole("button", { name: "Join as a guest" }).click();
  await expect(page.getByRole("heading", { name: "Rowers" })).toBeVisible();
  const { members } = await ana.get<Group>(`/api/groups/${group._id}`);
  const guest = members.find(({ name }) => name === "Nina");
  await ana.delete(`/api/groups/${group._id}/guests/${guest?._id}/sessions`);
  await page.goto(groupUrl(group));
  await expect(page).toHaveURL("/");
  await expect(
    page.getByText(`Your session as Nina has ended. Ask ${ana.name} for a new link.`),
  ).toBeVisible();
});

test("an installed app, which has other cookies: a guest pastes the link, and a member confirms", async ({
  person,
  newContext,
  server,
}) => {
  const ana = await person("ana.silva");
  const { group, url } = await linkTo([ana, await person("benno")], "Rowers");
  const browser = await (await newContext({ baseURL: server.url })).newPage();
  await browser.goto(url);
  await browser.getByLabel("Your name").fill("Nina");
  await browser.getByRole("button", { name: "Join as a guest" }).click();
  await expect(browser).toHaveURL(groupUrl(group));
  // Where an installed app starts.
  await browser.goto("/friends");
  await expect(browser).toHaveURL(groupUrl(group));

  const app = await (await newContext({ baseURL: server.url })).newPage();
  await app.goto("/friends");
  await app.getByText("Paste your invite link").click();
  const field = app.getByLabel("Invite link");
  await field.fill(url.replace("://", "://other."));
  await app.getByRole("button", { name: "Open", exact: true }).click();
  await expect(app.getByRole("alert").filter({ hasText: "This link leads to other." })).toBeVisible();
  await expectAccessible(app, "a refused link");
  await field.fill(`Join Rowers on Evenly. ${url}`);
  await app.getByRole("button", { name: "Open", exact: true }).click();
  await app.getByText("Already in, on another device?").click();
  await expectAccessible(app, "guests on other devices");
  await app.getByRole("button", { name: "I'm Nina" }).click();
  const waits = app.getByText(/Ask Ana .*, or another member, to confirm that you are Nina/);
  await expect(waits).toBeVisible();
  const [code] = /\d{4}/.exec((await waits.textContent())!)!;

  await ana.page.goto(groupUrl(group));
  await expect(ana.page.getByRole("status").filter({ hasText: /^Is this Nina\?/ })).toContainText(code);
  await expectAccessible(ana.page, "a device that waits");
  await ana.page.getByRole("button", { name: "Yes, it's Nina" }).click();
  await expect(ana.page.getByText(/^Is this Nina\?/)).toHaveCount(0);
  await expect(app).toHaveURL(groupUrl(group));
  await expect(app.getByRole("link", { name: /^You're Nina on this/ })).toBeVisible();
  await browser.reload();
  await expect(browser).toHaveURL(groupUrl(group));
});

test("with their own link, a guest uses another device instead", async ({ person, newContext, server }) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("benno")], "Rowers");
  const { _id: guestId } = await ana.post<{ _id: string }>(`/api/groups/${group._id}/guests`, {
    name: "Nina",
  });
  const { url } = await ana.post<{ url: string }>(`/api/groups/${group._id}/links`, { guestId });
  const [first, second] = [
    await newContext({ baseURL: server.url }),
    await newContext({ javaScriptEnabled: false }),
  ];
  const [one, other] = [await first.newPage(), await second.newPage()];
  await one.goto(url);
  await one.getByRole("button", { name: "Join as Nina" }).click();
  await expect(one).toHaveURL(groupUrl(group));
  await other.goto(url);
  await other.getByRole("button", { name: "Use this device instead" }).click();
  await expect(other).toHaveURL(groupUrl(group));
  await one.goto("/");
  await expect(one.getByRole("status")).toHaveText(
    `Your session as Nina has ended. Ask ${ana.name} for a new link.`,
  );
});
