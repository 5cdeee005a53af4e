import { readFile } from "node:fs/promises";
import { expect, test } from "./proxied-server";

// A MongoDB server that goes away and comes back, as users see it. app/api/outage.test.ts tests the calls.

test("without its database, a screen shows an error; with it, it recovers", async ({
  proxied: { server, proxy, enter },
  guard,
}) => {
  guard.allowStatus(500, 503);
  // React's message for server errors, and the screen's requests meanwhile.
  guard.allow(/Minified React error #441|could not be loaded/);
  const { page, context } = await enter("Ana Silva");
  const screen = page.getByRole("heading", { name: "Friends (0)" });
  await page.goto("/friends");
  await expect(screen).toBeVisible();

  await proxy.cut();
  expect((await page.goto("/friends"))?.status()).toBe(500);
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "Something went wrong. Please try again." })).toBeVisible();
  expect(await readFile(server.logFile, "utf8")).toMatch(/Mongo(Network|ServerSelection)Error|EPIPE/);
  for (const path of ["/api/groups", "/api/health"])
    expect((await context.request.get(path)).status(), path).toBe(503);

  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await proxy.open();
  // Automatically: nobody has to press "Try again".
  await expect(screen).toBeVisible({ timeout: 20_000 });
});
