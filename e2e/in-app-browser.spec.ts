import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/a11y";
import { expect, test } from "./support/fixtures";
import { LAYOUT_SHIFT, shiftsOf, watchShifts } from "./support/layout-shifts";

// The banner (docs/rules.md#screens) appears only in in-app browsers, where Google refuses to sign in.

const WARNING = "Google Login may not work in this browser.";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A.240105.004; wv) AppleWebKit/537.36";

const IN_APP: Record<string, string> = {
  Instagram: `${IPHONE} Mobile/15E148 Instagram 334.0.4.32.98 (iPhone15,3; iOS 17_5; en_US; scale=3.00)`,
  Facebook: `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/465.0.0.41.106;FBBV/602060281;FBDV/iPhone15,3;FBMD/iPhone]`,
  Messenger: `${ANDROID} (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36 [FB_IAB/Orca-Android;FBAV/456.0.0.0.0;]`,
  TikTok: `${IPHONE} Mobile/15E148 musical_ly_34.5.0 JsSdk/2.0 NetType/WIFI Channel/App Store BytedanceWebview/d8a21c6`,
  LinkedIn: `${IPHONE} Mobile/15E148 [LinkedInApp]/9.29.8962`,
  Snapchat: `${IPHONE} Version/17.5 Mobile/15E148 Snapchat/12.88.0.35 (like Safari/8618.2.12.10.9, panda)`,
  WeChat: `${IPHONE} Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/en`,
  "Android WebView": `${ANDROID} (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
};

const REGULAR: Record<string, string> = {
  "Safari on iPhone": `${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`,
  "Chrome on Android":
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Mobile Safari/537.36",
  "Chrome on Windows":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36",
  "Firefox on Linux": "Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0",
  "Edge on Windows":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36 Edg/125.0.0.0",
};

const banner = (page: Page) => page.getByRole("alert").filter({ hasText: WARNING });

for (const [browser, userAgent] of Object.entries(IN_APP)) {
  test(`the banner warns in ${browser}, and nothing moves when it appears`, async ({ newContext }) => {
    const page = await (await newContext({ userAgent, viewport: { width: 360, height: 740 } })).newPage();
    await watchShifts(page);
    await page.goto("/");
    await expect(banner(page)).toBeVisible();
    await expect(banner(page)).toContainText("Please open this page in a regular browser");
    const { total, details } = await shiftsOf(page);
    expect(total, details).toBeLessThan(LAYOUT_SHIFT);
  });
}

test("the banner is accessible", async ({ newContext }) => {
  const page = await (await newContext({ userAgent: IN_APP.Instagram ?? "" })).newPage();
  await page.goto("/login");
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page, "the entry screen in an in-app browser");
});

for (const [width, height] of [
  [360, 740],
  [1440, 900],
] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`content that the banner covers can be reached (${width} px, ${colorScheme})`, async ({
      newContext,
    }) => {
      const userAgent = IN_APP.Instagram ?? "";
      const context = await newContext({ userAgent, colorScheme, viewport: { width, height } });
      const page = await context.newPage();
      await page.goto("/login");
      await expect(banner(page)).toBeVisible();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const last = await page.getByText("Someone else").boundingBox();
      const warning = await banner(page).boundingBox();
      expect(last!.y + last!.height).toBeLessThanOrEqual(warning!.y);
    });
  }
}

for (const [browser, userAgent] of Object.entries(REGULAR)) {
  test(`no banner in ${browser}`, async ({ newContext }) => {
    const page = await (await newContext({ userAgent })).newPage();
    // Scripts have run when the stored user of someone else is gone (docs/rules.md#browser-data).
    await page.addInitScript(() => localStorage.setItem("user", "{}"));
    await page.goto("/");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("user"))).toBeNull();
    await expect(page.getByText(WARNING)).toHaveCount(0);
  });
}
