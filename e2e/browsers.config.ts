import { defineConfig } from "@playwright/test";
import base from "../playwright.config";
import { installedEngines } from "./browsers/engines";

// `npm run test:browsers`: the main journeys in Firefox and WebKit, where they are installed.

// Once, not in each worker.
if (!process.env.TEST_WORKER_INDEX) for (const line of installedEngines().missing) console.log(line);

export default defineConfig({
  ...base,
  projects: [{}],
  testDir: "./browsers",
  testIgnore: [],
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  workers: 2,
});
