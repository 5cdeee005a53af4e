import { readFile } from "node:fs/promises";
import type { Actor } from "./support/actor";
import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { alert } from "./support/locators";
import { pause } from "./support/pause";
import { eventIn, eventUrl, expenseIn, groupOf } from "./support/world";

// Links that show a statement to anyone, and a "Why" to one person.

test("a statement is shared, seen without an account, and revoked", async ({
  person,
  newContext,
  server,
  guard,
}) => {
  guard.allowStatus(404);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Sea house");
  const event = await eventIn(group, ana, "Fondue evening");
  await expenseIn(event, ana, "Secret cheese", 90);
  await ana.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await ana.page.goto(`${eventUrl(event)}/statement`);
  await ana.page.getByRole("button", { name: "Share a link" }).click();
  await expect(alert(ana.page, "Link copied.")).toBeVisible();
  const url = await ana.page.evaluate(() => navigator.clipboard.readText());
  expect(url).toMatch(new RegExp(`^${server.url}/shared/[\\w-]{22}$`));
  await expect(ana.page.getByRole("button", { name: "Revoke Your link" })).toBeVisible();
  await expectAccessible(ana.page, "a statement with a link");

  const page = await (await newContext()).newPage();
  const response = await page.goto(url);
  expect(response?.headers()).toMatchObject({
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex",
    "cache-control": expect.stringContaining("no-store"),
  });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fondue evening");
  await expect(page.getByRole("main")).toContainText("shared by Ana");
  await expect(page.getByRole("row", { name: /^Total/ })).toContainText(/Total.*\$90\.00/);
  await expect(page.getByRole("table", { name: "Day by day" })).toContainText("Ana $90.00");
  await expect(page.getByRole("region", { name: "Payments left" })).toContainText("Ben pays Ana");
  // Of this event, names and amounts, and nothing else.
  const html = (await response?.text()) ?? "";
  for (const secret of ["Secret cheese", "Sea house", ana.id, ben.id, ana.email, group._id, event._id])
    expect(html).not.toContain(secret);
  await expect(page.getByRole("button")).toHaveText(["", "Save as a picture"]);
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Start your own" })).toHaveAttribute("href", "/");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a picture" }).click();
  const png = await readFile(await (await download).path());
  expect((await download).suggestedFilename()).toBe("evenly-statement.png");
  // Its size, from the header of the file.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  await expectAccessible(page, "a shared statement");

  // What a messenger shows, which asks without a session.
  const head = html.slice(0, html.indexOf("</head>"));
  const meta = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]+)"`).exec(head)?.[1];
  expect([meta("title"), meta("description")]).toEqual([
    "Fondue evening",
    `$90.00 · 2 people · shared by ${ana.name}`,
  ]);
  const picture = meta("image") ?? "";
  expect(picture).toBe(`${url}/picture`);
  const drawn = await page.request.get(picture);
  expect(drawn.headers()).toMatchObject({
    "content-type": "image/png",
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
  });
  const bytes = await drawn.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(bytes.length).toBeLessThan(200_000);

  await test.step("its people are led to the event: with an account after signing in, otherwise to who shared it", async () => {
    await page.getByRole("link", { name: "I'm Ben: settle" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settle as Ben");
    await expectAccessible(page, "settling from a shared statement");
    await expect(page.getByRole("button", { name: "Ask Ana for a link" })).toBeVisible();
    await page.getByText("Someone else").click();
    await page.getByLabel("Address").fill(ben.email);
    await page.getByLabel("Address").press("Enter");
    await page.waitForURL(`**${eventUrl(event)}`);
    await page.goto(url);
    await expect(page.getByRole("link", { name: "Settle in the event" })).toBeVisible();
    // Not a member.
    const eve = await person("eve.stone");
    await eve.page.goto(url);
    await eve.page.getByRole("link", { name: "I'm Ana: settle" }).click();
    await expect(eve.page.getByRole("main")).toContainText(`${eve.name} is not in this group.`);
    expect(await eve.page.content()).not.toContain(event._id);
    await eve.page.getByRole("link", { name: "Friends" }).click();
    await eve.page.waitForURL("**/friends");
  });

  await pause();
  await ana.page.getByRole("button", { name: "Revoke Your link" }).click();
  await expect(alert(ana.page, "The link no longer works.")).toBeVisible();
  for (const dead of [url, `${server.url}/shared/AAAAAAAAAAAAAAAAAAAAAA`, `${server.url}/shared/x`]) {
    expect((await page.goto(dead))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "This link does not work." })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    for (const path of ["picture", "settle"])
      expect((await page.request.get(`${dead}/${path}`)).status(), `${dead}/${path}`).toBe(404);
  }
  const log = await readFile(server.logFile, "utf8");
  expect(log).toContain('"route":"/shared/*"');
  expect(log).not.toContain(url.slice(-22));
});

test("a guest of a shared statement asks a member, and then takes part on that device", async ({
  person,
  newContext,
}) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("ben.carter")], "Sea house");
  const zoe = await ana.post<{ _id: string }>(`/api/groups/${group._id}/guests`, { name: "Zoe" });
  const event = await eventIn(group, ana, "Fondue evening");
  await ana.post("/api/expenses", {
    eventId: event._id,
    paidBy: ana.id,
    description: "Cheese",
    amount: 90,
    splitWith: [ana.id, zoe._id],
  });
  const { url } = await ana.post<{ url: string }>(`/api/events/${event._id}/statement-links`, {});
  const page = await (await newContext()).newPage();
  await page.goto(url);
  await page.getByRole("link", { name: "I'm Zoe: settle" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settle as Zoe");
  for (const secret of ["Sea house", zoe._id, group._id]) expect(await page.content()).not.toContain(secret);
  await expectAccessible(page, "a guest who settles from a shared statement");
  await page.getByRole("button", { name: "Ask a member" }).click();
  const told = page.getByText(`Ask ${ana.name}, or another member, to confirm that you are Zoe.`);
  await expect(told).toBeVisible();
  expect(await page.content()).not.toContain("Sea house");
  const code = /code (\d{4})/.exec((await told.textContent()) ?? "")?.[1];
  await ana.page.goto(`/groups/${group._id}`);
  await expect(ana.page.getByText(`shows you the code ${code}`)).toBeVisible();
  await pause();
  await ana.page.getByRole("button", { name: "Yes, it's Zoe" }).click();
  await page.waitForURL(`**/groups/${group._id}`);
});

test("why is sent to the other person, who alone can open it", async ({
  person,
  newContext,
  guard,
  server,
}) => {
  guard.allowStatus(404);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const cleo = await person("cleo.novak");
  const group = await groupOf(ana, [ben, cleo], "Sea house");
  const event = await eventIn(group, ana, "Fondue evening");
  await expenseIn(event, ana, "Cheese", 90);
  await ben.page.goto(eventUrl(event));
  await ben.page.getByRole("link", { name: /You owe Ana/ }).click();
  await ben.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await ben.page.getByRole("button", { name: "Send this" }).click();
  await expect(alert(ben.page, "Link copied.")).toBeVisible();
  const url = await ben.page.evaluate(() => navigator.clipboard.readText());

  await ana.page.goto(url);
  await expect(ana.page.getByRole("heading", { level: 1 })).toHaveText(`${ben.name} owes you $30.00`);
  await expect(ana.page.getByRole("main")).toContainText("sent by Ben");
  await expect(ana.page.getByRole("region", { name: "Why" })).toContainText("Cheese");
  await expect(ana.page.getByRole("button", { name: /Settle|part of it/ })).toHaveCount(2);
  await expectAccessible(ana.page, "a sent why");
  for (const { page } of [ben, cleo]) {
    expect((await page.goto(url))?.status()).toBe(404);
    await expect(page.getByRole("main")).toContainText("sent to someone else");
  }

  const signInAs = async ({ email }: Actor) => {
    const page = await (await newContext({ baseURL: server.url })).newPage();
    const response = await page.goto(url);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to open this link.");
    // A stranger learns nobody's name, and nothing of the event.
    const html = (await response?.text()) ?? "";
    for (const secret of ["Fondue", "Cheese", "Sea house", "$30.00", ana.id, ben.id, ana.email, event._id])
      expect(html).not.toContain(secret);
    await expectAccessible(page, "a sent why, signed out");
    await page.getByText("Someone else").click();
    await page.getByLabel("Address").fill(email);
    await page.getByLabel("Address").press("Enter");
    return page;
  };
  const reader = await signInAs(ana);
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText(`${ben.name} owes you $30.00`);
  await pause();
  await reader.getByRole("button", { name: "Settle", exact: true }).click();
  await expect(reader.getByRole("heading", { level: 1 })).toHaveText("This payment has been settled.");
  const other = await signInAs(cleo);
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("This link does not work.");

  await ben.page.goto(`${eventUrl(event)}/statement`);
  await ben.page.getByRole("button", { name: "Revoke Your link for Ana" }).click();
  await expect(alert(ben.page, "The link no longer works.")).toBeVisible();
  for (const page of [ana.page, await (await newContext()).newPage()])
    expect((await page.goto(url))?.status()).toBe(404);
});

test("why is a story: played, stepped with keys, and a list with sums under reduced motion", async ({
  person,
}) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const group = await groupOf(ana, [ben], "Sea house");
  const event = await eventIn(group, ana, "Fondue evening");
  await expenseIn(event, ana, "Cheese", 90);
  await expenseIn(event, ben, "Bread", 10);
  await ben.page.goto(eventUrl(event));
  await ben.page.getByRole("link", { name: /You owe/ }).click();
  const why = ben.page.getByRole("region", { name: "Why" });
  const step = why.getByRole("slider", { name: "Step of the story" });
  await expect(step).toHaveAttribute("aria-valuetext", "Bread −$5.00: $40.00");
  await step.press("ArrowLeft");
  await expect(step).toHaveAttribute("aria-valuetext", "Cheese +$45.00: $45.00");
  await step.press("Home");
  await expect(step).toHaveAttribute("aria-valuetext", "Nothing owed yet: $0.00");
  await why.getByRole("button", { name: "Play" }).click();
  await expect(step).toHaveAttribute("aria-valuetext", "Bread −$5.00: $40.00");
  await expect(why.getByRole("button", { name: "Play" })).toBeVisible();
  await ben.page.emulateMedia({ reducedMotion: "reduce" });
  await expect(step).toBeHidden();
  await expect(why.getByRole("listitem").last()).toHaveText(/Bread\s+−\$5\.00 = \$40\.00/);
});
