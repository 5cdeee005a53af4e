import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { groupOf, groupUrl } from "./support/world";

// API tokens on the account screen, and a script that uses one.

test("a token is created, copied, used by a script, and revoked", async ({ person, server }) => {
  const ana = await person("ana.tokens", { permissions: ["clipboard-read", "clipboard-write"] });
  const group = await groupOf(ana, [await person("ben.tokens")], "Lisbon trip");
  const other = await groupOf(ana, [await person("cy.tokens")], "Office lunch");
  const { page } = ana;
  await page.goto("/account");
  const tokens = page.getByRole("region", { name: /^API tokens/ });
  await tokens.getByText("New token").click();
  await tokens.getByLabel("Name").fill("Bank script");
  await tokens.getByLabel("Access to").selectOption("Lisbon trip");
  await expectAccessible(page, "the form for a token");
  await tokens.getByRole("button", { name: "Create token" }).click();
  const shown = tokens.getByText(/^evenly_/);
  const token = (await shown.textContent())!;
  await expect(tokens.getByRole("heading", { name: "Bank script" })).toBeFocused();
  await expectAccessible(page, "a new token");
  await tokens.getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await tokens.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "API tokens (1)" })).toBeVisible();
  await expect(tokens.getByRole("listitem")).toContainText("Bank script");
  await expect(tokens.getByRole("listitem")).toContainText("Not used yet");

  // Without a browser: no cookie, no Origin.
  const send = (path: string, init: RequestInit = {}, given = token) =>
    fetch(`${server.url}${path}`, {
      redirect: "manual",
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${given}` },
    });
  const groups = await send("/api/groups");
  expect(await groups.json()).toMatchObject([{ _id: group._id, title: "Lisbon trip" }]);
  expect((await send(`/api/groups/${other._id}`)).status).toBe(404);
  expect((await send(`/api/groups/${group._id}`, { method: "HEAD" })).status).toBe(200);
  const preflight = await send("/api/groups", {
    method: "OPTIONS",
    headers: { origin: "https://evil.test" },
  });
  expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  expect((await send(`/api/groups/${group._id}`, { method: "DELETE" })).status).toBe(403);
  expect((await send("/api/groups", {}, `${token}${"x".repeat(20_000)}`)).status).toBe(431);
  expect((await fetch(`${server.url}/api/groups?token=${token}`)).status).toBe(401);
  // Screens know no tokens.
  const screen = await send(new URL(groupUrl(group), server.url).pathname);
  expect([screen.status, screen.headers.get("location")]).toEqual([307, "/"]);

  await page.reload();
  await expect(tokens.getByRole("listitem")).toContainText("Last used");
  await tokens.getByRole("button", { name: "Revoke Bank script" }).click();
  await expect(page.getByRole("heading", { name: "API tokens (0)" })).toBeVisible();
  expect((await send("/api/groups")).status).toBe(401);
});

test("without scripts, tokens are listed and can be revoked", async ({ person, newContext, server }) => {
  const ana = await person("ana.tokens");
  await ana.post("/api/tokens", { name: "Bank script", scope: "read" });
  const context = await newContext({
    baseURL: server.url,
    javaScriptEnabled: false,
    storageState: await ana.page.context().storageState(),
  });
  const page = await context.newPage();
  await page.goto("/account");
  const tokens = page.getByRole("region", { name: "API tokens (1)" });
  await tokens.getByRole("button", { name: "Revoke Bank script" }).click();
  await expect(page.getByRole("heading", { name: "API tokens (0)" })).toBeVisible();
});
