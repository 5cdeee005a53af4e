import { readFile } from "node:fs/promises";
import { expect, test } from "./support/proxied-server";
import { groupOf } from "./support/world";

// A MongoDB server that answers late, or goes away and comes back, as users see it. app/api/outage.test.ts tests the
// calls.

test("'Loading group details...' is shown until the database answers", async ({
  proxied: { proxy, enter },
}) => {
  const ana = await enter("Ana Silva");
  await groupOf(ana, [await enter("Ben Carter")], "Rowers");
  const { page } = ana;
  await page.goto("/groups", { waitUntil: "networkidle" });
  const release = proxy.hold();
  await page.getByRole("link", { name: "Rowers" }).click();
  await expect(page.getByText("Loading group details...")).toBeAttached();
  await expect(page.getByRole("heading", { name: "Members (2)" })).toHaveCount(0);
  release();
  await expect(page.getByRole("heading", { name: "Members (2)" })).toBeVisible();
  await expect(page.getByText("Loading group details...")).toHaveCount(0);
});

test("without its database, a screen shows an error; with it, it recovers", async ({
  proxied: { server, proxy, enter },
  guard,
}) => {
  guard.allowStatus(503);
  // React's message for server errors, and the screen's requests meanwhile.
  guard.allow(/Minified React error #441|could not be loaded/);
  const { page, context } = await enter("Ana Silva");
  const screen = page.getByRole("heading", { name: "Friends (0)" });
  await page.goto("/friends");
  await expect(screen).toBeVisible();

  await proxy.cut();
  const failed = (await page.goto("/friends"))!;
  expect([failed.status(), await failed.headerValue("retry-after")]).toEqual([503, "5"]);
  const alert = page.getByRole("alert");
  await expect(alert.getByRole("heading", { name: "Something went wrong. Please try again." })).toBeVisible();
  // The reference on the screen is the id of the request, under which the log has the error.
  const id = (await failed.headerValue("x-request-id"))!;
  await expect(page.getByText(`report this error code: ${id}`)).toBeVisible();
  const log = await readFile(server.logFile, "utf8");
  expect(log).toMatch(/Mongo(Network|ServerSelection)Error|EPIPE/);
  const lines = log.split("\n").filter((line) => line.includes(id));
  expect(lines.some((line) => line.includes('"level":"error"'))).toBe(true);
  expect(lines.some((line) => line.includes('"route":"/friends","status":503'))).toBe(true);
  for (const path of ["/api/groups", "/api/health"])
    expect((await context.request.get(path)).status(), path).toBe(503);

  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await proxy.open();
  // Automatically: nobody has to press "Try again".
  await expect(screen).toBeVisible();
});
