import { defineConfig } from "@playwright/test";
import config from "../playwright.config";

// `npm run screenshots`: a picture of every screen in screenshots/. Needs a production build.
export default defineConfig(config, {
  testDir: "./shots",
  testMatch: "*.shots.ts",
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
});
