import { provideBrowser } from "./browser";

/** Runs once before all tests. The workers inherit the environment. */
export default function findBrowser(): void {
  const { executablePath, libraryPath } = provideBrowser();
  process.env.PLAYWRIGHT_CHROMIUM = executablePath;
  if (libraryPath) process.env.LD_LIBRARY_PATH = libraryPath;
}
