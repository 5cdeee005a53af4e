import { expect, test } from "./fixtures";
import { befriend, eventIn, eventUrl, expenseIn, groupOf, groupUrl } from "./world";

const id = "aaaaaaaaaaaaaaaaaaaaaaaa";
/** Every guarded route of the specification, section 2. */
const guarded = [
  "/friends",
  "/add-friend",
  "/requests",
  `/friends/${id}`,
  "/groups",
  "/create-group",
  `/groups/${id}`,
  `/groups/${id}/edit`,
  `/groups/${id}/add-event`,
  `/groups/${id}/create-event`,
  `/groups/${id}/events/${id}`,
  `/groups/${id}/events/${id}/add-expense`,
  `/groups/${id}/events/${id}/expenses/${id}`,
  `/groups/${id}/events/${id}/edit-expense/${id}`,
  `/groups/${id}/events/${id}/edit`,
  "/account",
];

test("every guarded path leads to the entry screen while nobody is signed in", async ({ page }) => {
  for (const path of guarded) {
    await page.goto(path);
    await expect(page, path).toHaveURL("/");
  }
  await expect(page.getByRole("heading", { name: "Evenly" })).toBeVisible();
});

test("somebody outside the group sees one not-found page on all of its screens, and nothing of it", async ({
  person,
  guard,
}) => {
  guard.allowStatus(404);
  const ana = await person("ana");
  const eve = await person("eve");
  const group = await groupOf(ana, [await person("ben")], "Secret society");
  const event = await eventIn(group, ana, "Hidden feast");
  const expense = await expenseIn(event, ana, "Invisible cake", 12);
  const paths = [
    groupUrl(group),
    `${groupUrl(group)}/edit`,
    `${groupUrl(group)}/add-event`,
    eventUrl(event),
    `${eventUrl(event)}/edit`,
    `${eventUrl(event)}/add-expense`,
    `${eventUrl(event)}/expenses/${expense._id}`,
    `${eventUrl(event)}/edit-expense/${expense._id}`,
  ];
  const bodies = new Set<string>();
  for (const path of paths) {
    const response = await eve.page.goto(path);
    expect(response?.status(), path).toBe(404);
    expect(await eve.page.content()).not.toMatch(/Secret society|Hidden feast|Invisible cake/);
    bodies.add(await eve.page.getByRole("main").innerText());
  }
  expect(bodies.size).toBe(1);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the entry screen and the lists can be read, and a demo person can sign in", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Ana Silva" }).click();
    await expect(page).toHaveURL("/friends");
    await expect(page.getByRole("heading", { name: "Friends (5)" })).toBeVisible();
    await expect(page.getByText("In total")).toBeVisible();
    await page.goto("/groups");
    await page.getByRole("link", { name: /Weekend crew/ }).click();
    await page.getByRole("link", { name: /Lisbon weekend/ }).click();
    await expect(page.getByRole("heading", { name: /^Total Expenses: \$\d/ })).toBeVisible();
    await expect(page.getByText("Train tickets")).toBeVisible();
  });
});

const browsers: [string, string, boolean][] = [
  [
    "Instagram",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 338.0.0.30.100 (iPhone14,5; iOS 17_5; en_US)",
    true,
  ],
  [
    "Facebook",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/467.0.0.38.106;FBBV/604932587;FBDV/iPhone14,5]",
    true,
  ],
  [
    "TikTok",
    "Mozilla/5.0 (Linux; Android 13; SM-G991B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36 trill_350402 BytedanceWebview/d8a21c6",
    true,
  ],
  [
    "LinkedIn",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [LinkedInApp]/9.29.6754",
    true,
  ],
  [
    "an Android WebView",
    "Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ3A.230805.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.0.0 Mobile Safari/537.36",
    true,
  ],
  [
    "Safari",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    false,
  ],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    false,
  ],
  ["Firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", false],
];

for (const [name, userAgent, warned] of browsers) {
  test(`${name} ${warned ? "is" : "is not"} warned of sign-in trouble`, async ({ newContext, server }) => {
    const page = await (await newContext({ userAgent, baseURL: server.url })).newPage();
    await page.goto("/", { waitUntil: "networkidle" });
    const banner = page.getByText("Google Login may not work in this browser.");
    await expect(banner).toHaveCount(warned ? 1 : 0);
  });
}

test("a corrupt stored user is removed and replaced", async ({ person }) => {
  const ana = await person("ana");
  const ben = await person("ben");
  await befriend(ana, ben);
  await ana.page.goto("/friends");
  await ana.page.evaluate(() => {
    localStorage.setItem("user", "{not json");
    localStorage.setItem("friendRequests", "[");
    localStorage.setItem("groupRequests", '"nonsense"');
  });
  await ana.page.reload();
  await expect(ana.page.getByRole("heading", { name: "Friends (1)" })).toBeVisible();
  await expect
    .poll(() =>
      ana.page.evaluate(() => (JSON.parse(localStorage.getItem("user") ?? "{}") as { _id?: string })._id),
    )
    .toBe(ana.id);
});
