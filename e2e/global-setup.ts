import { existsSync } from "node:fs";
import { provideBrowser } from "./browser";

/** Runs once before all tests. The workers inherit the environment. */
export default function globalSetup(): void {
  if (!existsSync(".next/BUILD_ID")) {
    throw new Error("There is no production build to test: run `npm run build` first.");
  }
  const { executablePath, libraryPath } = provideBrowser();
  process.env.PLAYWRIGHT_CHROMIUM = executablePath;
  if (libraryPath) process.env.LD_LIBRARY_PATH = libraryPath;
}
