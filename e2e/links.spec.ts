import { readFile } from "node:fs/promises";
import { expectAccessible } from "./support/a11y";
import { signedIn } from "./support/actor";
import { newAccount, test, expect } from "./support/google";
import { alert } from "./support/locators";
import { groupOf, groupUrl } from "./support/world";

// Invite links, from creating one to joining with it.

const INSTAGRAM =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 334.0.4.32.98";

test("someone without an account follows a link, signs in, and joins; a revoked link is over", async ({
  person,
  newContext,
  server,
  guard,
}) => {
  guard.allowStatus(404);
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("benno")], "Lisbon trip");
  await ana.page.goto(groupUrl(group));
  await ana.page.getByRole("link", { name: "Invite with a link" }).click();
  await ana.page.getByRole("button", { name: "Create link" }).click();
  await expect(ana.page.getByRole("img", { name: "The link as a QR code" })).toBeVisible();
  const shown = ana.page.getByText(/^http.*\/join\//);
  const url = (await shown.textContent())!;
  expect(url).toMatch(new RegExp(`^${server.url}/join/[\\w-]{22}$`));
  await expect(ana.page.getByRole("heading", { name: "Links (1)" })).toBeVisible();
  await expectAccessible(ana.page, "a new link");

  // In an app's browser, where Google refuses to sign in.
  const inApp = await (await newContext({ userAgent: INSTAGRAM })).newPage();
  await inApp.goto(url);
  await expect(inApp.getByRole("button").first()).toHaveText("Copy link");

  const context = await newContext();
  const page = await context.newPage();
  const response = await page.goto(url);
  expect(response?.headers()).toMatchObject({ "referrer-policy": "same-origin", "x-robots-tag": "noindex" });
  await expect(page.getByRole("main")).toContainText(`${ana.name} invites you to join`);
  await expect(page.getByRole("heading", { name: "Lisbon trip" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("2 members");
  const html = (await response?.text()) ?? "";
  for (const secret of ["Benno", group._id, ana.id, ana.email]) expect(html).not.toContain(secret);
  await expectAccessible(page, "the screen of a link");
  await page.getByText("Someone else").click();
  await page.getByLabel("Address").fill("zoe.links@demo.test");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await page.getByRole("button", { name: "Join “Lisbon trip”" }).click();
  await page.waitForURL(groupUrl(group));
  await expect(page.getByRole("heading", { name: "Members (3)" })).toBeVisible();
  await page.goto(url);
  await expect(page, "a member needs not join again").toHaveURL(groupUrl(group));
  const zoe = await signedIn(context, server.url, page);
  expect(await zoe.get("/api/users/friends")).toMatchObject([{ _id: ana.id }]);

  await ana.page.goto(`${groupUrl(group)}/activity`);
  await expect(ana.page.getByRole("main")).toContainText("Zoe joined with your link");
  await ana.page.goto(`${groupUrl(group)}/invite`);
  await expect(ana.page.getByRole("main")).toContainText("1 joined");
  await ana.page.getByRole("button", { name: "Revoke Your link" }).click();
  await expect(alert(ana.page, "The link no longer works.")).toBeVisible();
  await expect(ana.page.getByRole("heading", { name: /^Links/ })).toHaveCount(0);
  for (const dead of [url, `${server.url}/join/AAAAAAAAAAAAAAAAAAAAAA`, `${server.url}/join/x`]) {
    await inApp.goto(dead);
    await expect(inApp.getByRole("heading", { name: "This link does not work." })).toBeVisible();
  }
  const log = await readFile(server.logFile, "utf8");
  expect(log).toContain('"route":"/join/*"');
  expect(log).not.toContain(url.slice(-22));
});

test("who leaves the question of a guest's link finds it again at home, and can answer no", async ({
  person,
  newContext,
}) => {
  const ana = await person("ana.silva");
  const group = await groupOf(ana, [await person("benno")], "Lisbon trip");
  const guest = await ana.post<{ _id: string }>(`/api/groups/${group._id}/guests`, { name: "Nina" });
  const { url } = await ana.post<{ url: string }>(`/api/groups/${group._id}/links`, { guestId: guest._id });
  const page = await (await newContext()).newPage();
  await page.goto(url);
  await page.getByText("Someone else").click();
  await page.getByLabel("Address").fill("nora.links@demo.test");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Are you Nina?" })).toBeVisible();
  // A link's page has no bar.
  await page.goto("/friends");
  await expect(page.getByRole("main")).toContainText(
    "Everything the guest Nina has in Lisbon trip can become yours.",
  );
  await expectAccessible(page, "the way back to a guest");
  await page.getByRole("link", { name: "See what becomes yours" }).click();
  await page.getByRole("button", { name: "No, I'm someone else" }).click();
  await page.waitForURL("**/friends");
  await expect(page.getByRole("main")).not.toContainText("Nina");
  await page.goto(url);
  await page.getByRole("button", { name: "Yes, I'm Nina" }).click();
  await page.waitForURL(groupUrl(group));
  await page.goto("/friends");
  await expect(page.getByRole("main")).not.toContainText("Nina");
});

test("a link survives signing in with Google", async ({ google, newContext }) => {
  const { app, provider } = google;
  const signIn = async (name: string, path = "/") => {
    const account = newAccount(provider, { name });
    const context = await newContext();
    const page = await context.newPage();
    await page.goto(app.url + path);
    await page.getByRole("button", { name: /with Google$/ }).click();
    await page.waitForURL(`${provider.issuer}/interaction/*`);
    expect(page.url(), "the provider does not learn the link").not.toContain("join");
    await page.getByRole("button", { name: account.email, exact: true }).click();
    await page.waitForURL(`${app.url}/*${path === "/" ? "friends" : path.slice(1)}`);
    return signedIn(context, app.url, page);
  };
  const [ana, ben] = [await signIn("Ana"), await signIn("Ben")];
  const group = await groupOf(ana, [ben], "Trip");
  const { url } = await ana.post<{ url: string }>(`/api/groups/${group._id}/links`, {});
  const zoe = await signIn("Zoe", new URL(url).pathname);
  await zoe.page.getByRole("button", { name: "Join “Trip”" }).click();
  await zoe.page.waitForURL(app.url + groupUrl(group));
});
