import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS } from "./e2e/support/browser";

/** What needs more than a build: e2e/deploy.config.ts, e2e/browsers.config.ts. */
const NOT_BUILT = ["deploy/hosts/**", "browsers/**"];
const JOURNEYS =
  /[\\/](a11y-phone|closing|dinner|guests|links|newcomer|offline|outsider|plan|sign-in|splits|undo)\.spec/;

// End-to-end tests against the production build. Each worker starts its own server (e2e/support/fixtures.ts).
export default defineConfig<{ translated: boolean }>({
  testDir: "./e2e",
  testIgnore: NOT_BUILT,
  outputDir: "./test-results",
  globalSetup: "./e2e/support/global-setup.ts",
  // One more than the cores that the tests are made for: a test often waits.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A busy machine takes several times as long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  projects: [
    // `npm test` runs these, `npm run test:more` the others.
    { name: "journeys", testMatch: JOURNEYS },
    { name: "screens", testIgnore: [...NOT_BUILT, JOURNEYS] },
    // The journeys that change the most on open screens, once more as people see them who read no English.
    {
      name: "translated",
      testMatch: /[\\/](dinner|guests|plan|splits|undo)\.spec/,
      use: { translated: true },
    },
  ],
  use: {
    browserName: "chromium",
    headless: true,
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: "en-US",
    timezoneId: "Europe/Lisbon",
    // Without the rail, which repeats names: e2e/rail.spec.ts, and other tests of layout, have wider windows.
    viewport: { width: 1200, height: 720 },
    // A test cannot delay or fail requests that go through a service worker. e2e/offline.spec.ts allows it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // Tracing takes a third of the time of the tests: `--trace retain-on-failure` turns it on.
    trace: process.env.GITHUB_ACTIONS ? "retain-on-failure" : "off",
    // A function of the environment: e2e/support/global-setup.ts finds the browser before the workers read this.
    launchOptions: {
      executablePath: process.env.PLAYWRIGHT_CHROMIUM,
      args: [...BROWSER_FLAGS, "--headless=shell"],
    },
  },
});
