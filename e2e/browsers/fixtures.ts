import { writeFile } from "node:fs/promises";
import { expect, test as base } from "../support/fixtures";
import type { AppServer } from "../support/server";
import { openEngine, type Preferences } from "./engines";
import { SpyProxy } from "./spy-proxy";
import { Visitor } from "./visitor";

/** A phone. The windows of Firefox and WebKit cannot be narrower. */
export const NARROW = { width: 480, height: 900 };

type Browsing = { visitor: Visitor; url: string };

type Fixtures = {
  engine: string;
  /** Of Firefox. */
  prefs: Preferences;
  visited: AppServer;
  browsing: Browsing;
};

export const test = base.extend<Fixtures>({
  engine: ["", { option: true }],
  prefs: [{}, { option: true }],
  visited: async ({ server }, use) => use(server),
  browsing: async ({ engine, prefs, visited }, use, info) => {
    const proxy = await SpyProxy.start(visited.url);
    const { driver, close } = await openEngine(engine, prefs);
    await driver.manage().window().setRect(NARROW);
    await use({ visitor: new Visitor(driver, proxy.url), url: proxy.url });
    if (info.errors.length > 0) {
      const picture = Buffer.from(await driver.takeScreenshot(), "base64");
      await writeFile(info.outputPath("screen.png"), picture);
    }
    await close();
    await proxy.stop();
    // Next.js logs a load that a navigation cut off, where the browser tells it before the page is left.
    const reports = proxy.reports.filter((text) => !text.includes("Failed to fetch RSC payload"));
    expect(reports, "the browser's console").toEqual([]);
  },
});

export async function signIn(visitor: Visitor, email: string): Promise<void> {
  await visitor.open("/");
  await visitor.press("Someone else");
  await visitor.fill("Address", email);
  await visitor.press("Sign in");
  await visitor.at(/^\/friends$/);
}

export { expect };
