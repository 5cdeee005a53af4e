import { defineConfig } from "@playwright/test";
import { BROWSER_FLAGS } from "./e2e/browser";

// End-to-end tests against the production build. Each worker starts a server of its own (e2e/fixtures.ts).
export default defineConfig({
  testDir: "./e2e",
  outputDir: "./test-results",
  globalSetup: "./e2e/global-setup.ts",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    headless: true,
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    locale: "en-US",
    timezoneId: "Europe/Lisbon",
    // What goes through a service worker cannot be held back or refused by a test; e2e/offline.spec.ts allows it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // Tracing takes a third of the time of the tests: `--trace retain-on-failure` turns it on.
    trace: process.env.GITHUB_ACTIONS ? "retain-on-failure" : "off",
    // A function of the environment: e2e/global-setup.ts finds the browser before the workers read this.
    launchOptions: {
      executablePath: process.env.PLAYWRIGHT_CHROMIUM,
      args: [...BROWSER_FLAGS, "--headless=shell"],
    },
  },
});
