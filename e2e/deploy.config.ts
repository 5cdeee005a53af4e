import { defineConfig } from "@playwright/test";
import base from "../playwright.config";

// `npm run test:deploy`: the bundles for other hosts, which are not part of `npm test`. A test starts several processes, and
// mostly waits for them.
export default defineConfig({
  ...base,
  projects: [{}],
  testDir: "./deploy/hosts",
  // `npm run test:deploy -- --vercel`
  testIgnore: process.env.TEST_VERCEL ? [] : "vercel.spec.ts",
  outputDir: "../test-results",
  // The tests start their own servers.
  globalSetup: "./support/find-browser.ts",
  workers: 2,
});
