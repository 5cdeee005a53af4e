import { expect, test } from "./support/fixtures";

// docs/rules.md#browser-data: the stored user is a copy of the signed-in user; an invalid value is removed.

const BROKEN = ["{", "null", '"somebody"', "[]", '{"_id":"1"}', "undefined", "\u0000"];

test("an invalid stored user is removed, and signs nobody in", async ({ page }) => {
  await page.goto("/login");
  for (const value of BROKEN) {
    await page.evaluate((text) => localStorage.setItem("user", text), value);
    await page.goto("/friends");
    await expect(page).toHaveURL("/");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("user")), value).toBeNull();
  }
});

test("signed in, invalid stored data is rewritten", async ({ person, server }) => {
  const { page, id, name, email } = await person("ana.silva");
  await page.goto("/friends");
  await page.evaluate(() => {
    for (const key of ["user", "friendRequests", "groupRequests"]) localStorage.setItem(key, "{broken");
  });
  await page.goto("/groups");
  await expect(page.getByRole("heading", { name: "You don't have any group yet!" })).toBeVisible();
  const stored = (key: string) => page.evaluate((one) => localStorage.getItem(one), key);
  await expect.poll(() => stored("user")).toBe(JSON.stringify({ _id: id, name, email, picture: "" }));
  await expect.poll(() => stored("friendRequests")).toBe("[]");
  await expect.poll(() => stored("groupRequests")).toBe("[]");
  expect(page.url()).toBe(`${server.url}/groups`);
});

test("a forged stored user gives no access", async ({ page, person, guard }) => {
  guard.allowStatus(401);
  const { id, name, email } = await person("ana.silva");
  await page.goto("/");
  await page.evaluate((user) => localStorage.setItem("user", JSON.stringify(user)), {
    _id: id,
    name,
    email,
    picture: "",
  });
  await page.goto("/groups");
  await expect(page).toHaveURL("/");
});

test("blocked storage breaks nothing", async ({ person }) => {
  const { page } = await person("ana.silva");
  await page.addInitScript(() => {
    for (const method of ["getItem", "setItem", "removeItem"] as const)
      Storage.prototype[method] = () => {
        throw new DOMException("forbidden", "SecurityError");
      };
  });
  await page.goto("/friends");
  await expect(page.getByText("You are all set!")).toBeVisible();
  await page.getByRole("link", { name: "Add friend" }).click();
  await expect(page.getByRole("link", { name: "Requests (0)" })).toBeVisible();
});
