import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { signIn } from "./support/actor";
import { expect, test } from "./support/fixtures";

// docs/rules.md#sign-in: signing in, signing out, and the screens on the way. entry.spec.ts tests the guard.

test("with a session, the entry and login screens redirect to /friends", async ({ person }) => {
  const { page } = await person("ana.silva");
  for (const path of ["/", "/login"]) {
    await page.goto(path);
    await expect(page).toHaveURL("/friends");
  }
});

test("the account screen, and logging out: to /login, without a way back", async ({ person, guard }) => {
  guard.allowStatus(401);
  const { page, firstName } = await person("ana.silva");
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: `Welcome ${firstName}!` })).toBeVisible();
  await expect(page.getByText("You have 0 request(s)")).toBeVisible();
  await page.getByRole("link", { name: "Check requests" }).click();
  await expect(page.getByRole("heading", { name: "Friend Requests" })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await expect(page.getByText("You have signed out.")).toBeVisible();
  await page.goto("/account");
  await expect(page).toHaveURL("/");
});

test("a screen does nothing in the name of someone who has signed in since", async ({ person, guard }) => {
  guard.allowStatus(403);
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const { page } = ana;
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await ana.context.addCookies(await ben.context.cookies());
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText(`You are now signed in as ${ben.name}.`)).toBeVisible();
  await expect(page.getByRole("heading", { name: `Welcome ${ben.firstName}!` })).toBeVisible();
  expect(await ben.get("/api/groups")).toEqual([]);
});

test("when someone else signs in in another tab, this one starts anew as them", async ({ person }) => {
  const ana = await person("ana.silva");
  const ben = await person("ben.carter");
  const { page } = ana;
  await page.goto("/account");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await ana.context.addCookies(await ben.context.cookies());
  await (await ana.context.newPage()).goto("/friends");
  await expect(page.getByText(`You are now signed in as ${ben.name}.`)).toBeVisible();
  await expect(page.getByRole("heading", { name: `Welcome ${ben.firstName}!` })).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("AUTH_URL is enough to sign in and out behind a proxy that replaces Host", async ({
  page,
  startServer,
}) => {
  let port = "";
  const proxy = createServer((asked, response) => {
    const { method, url: path, headers } = asked;
    const sent = request({ port, method, path, headers: { ...headers, host: `localhost:${port}` } });
    sent.on("response", (got) => got.pipe(response.writeHead(got.statusCode ?? 502, got.headers)));
    sent.on("error", () => response.destroy());
    asked.pipe(sent);
  });
  await once(proxy.listen(0, "localhost"), "listening");
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  ({ port } = new URL((await startServer({ AUTH_URL: url })).url));
  await page.goto(url);
  await page.getByRole("button", { name: /Ana Silva/ }).click();
  await page.waitForURL(`${url}/friends`);
  await page.goto(`${url}/account`);
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${url}/login`);
  await expect(page.getByText("You have signed out.")).toBeVisible();
  proxy.closeAllConnections();
  proxy.close();
});

test("a copied cookie is invalid after logout", async ({ person, newContext, server, guard }) => {
  guard.allowStatus(401);
  const { page, context } = await person("ana.silva");
  const thief = await newContext({ baseURL: server.url });
  await thief.addCookies(await context.cookies());
  const stolen = () => thief.request.get("/api/groups").then((response) => response.status());
  expect(await stolen()).toBe(200);
  await page.goto("/account");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  expect(await stolen()).toBe(401);
  const screen = await thief.newPage();
  await screen.goto("/friends");
  await expect(screen).toHaveURL("/");
});

for (const javaScriptEnabled of [true, false]) {
  test(`Log out everywhere ends the sessions of all devices at once (scripts: ${javaScriptEnabled})`, async ({
    person,
    newContext,
    server,
    guard,
  }) => {
    guard.allowStatus(401);
    const phone = await person("ana.silva", { javaScriptEnabled });
    const laptop = await signIn(await newContext({ baseURL: server.url }), server.url, phone.email);
    const ben = await person("ben.carter");
    await phone.page.goto("/account");
    await phone.page.getByRole("button", { name: "Log out everywhere" }).click();
    await phone.page.waitForURL("**/login");
    expect((await laptop.fetch("GET", "/api/groups")).status()).toBe(401);
    await laptop.page.goto("/friends");
    await expect(laptop.page).toHaveURL("/");
    expect((await ben.fetch("GET", "/api/groups")).status()).toBe(200);
    const again = await signIn(await newContext({ baseURL: server.url }), server.url, phone.email);
    expect(again.id).toBe(phone.id);
  });
}

test("reading writes no cookie: the session's is unchanged", async ({ person }) => {
  const { context, page, ...ana } = await person("ana.silva");
  const token = async () =>
    (await context.cookies()).find(({ name }) => name === "authjs.session-token")?.value;
  const before = await token();
  await page.goto("/friends");
  const session = await context.request.get("/api/auth/session");
  expect(await session.json()).toEqual({
    user: { id: ana.id, name: ana.name, email: ana.email, picture: "" },
  });
  expect(session.headers()["set-cookie"]).toBeUndefined();
  expect((await context.request.get("/api/groups")).headers()["set-cookie"]).toBeUndefined();
  expect(await token()).toBe(before);
});

test("'Loading...' is shown while an answer is pending", async ({ person }) => {
  const { page } = await person("ana.silva");
  const ben = await person("ben.carter");
  await page.goto(`/friends/${ben.id}`);
  await page.route("**/api/users/friends/request", async (route) => {
    await expect(page.getByRole("button", { name: "Loading..." })).toBeDisabled();
    await route.continue();
  });
  await page.getByRole("button", { name: "Add Friend" }).click();
  await expect(page.getByRole("button", { name: "Request Sent" })).toBeDisabled();
});

test("nobody can befriend or delete themselves: no buttons on one's own profile", async ({ person }) => {
  const { page, id: own, name } = await person("ana.silva");
  await page.goto(`/friends/${own}`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
});
