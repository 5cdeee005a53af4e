import { existsSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { provideBrowser } from "./support/browser";

test("unless a browser is named, the tests on Linux run in the same one on every machine", () => {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  delete process.env.PLAYWRIGHT_CHROMIUM;
  const { executablePath } = provideBrowser();
  process.env.PLAYWRIGHT_CHROMIUM = named;
  expect(existsSync(executablePath)).toBe(true);
  if (process.platform === "linux" && process.arch === "x64")
    expect(executablePath).toMatch(/node_modules\/\.cache\/chromium-/);
});
