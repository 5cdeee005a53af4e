import { chromium, type Browser, type BrowserContext, type CDPSession } from "@playwright/test";
import { BROWSER_FLAGS, provideBrowser } from "../e2e/support/browser";
import { median } from "./load";

// Measures the first visit of a new browser.

export type Profile = "normal" | "slow";

/** An older phone on a mobile network. */
const SLOW_CPU = 4;
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

export type Visit = {
  /** Milliseconds until the first row is visible. */
  visible: number;
  /** Bytes of JavaScript over the network. */
  script: number;
  /** Uncompressed bytes of the HTML. */
  html: number;
};

export async function openBrowser(): Promise<Browser> {
  const { executablePath, libraryPath } = provideBrowser();
  return chromium.launch({
    executablePath,
    args: [...BROWSER_FLAGS, "--headless=shell"],
    env: { ...process.env, ...(libraryPath && { LD_LIBRARY_PATH: libraryPath }) } as Record<string, string>,
  });
}

export type Screen = { url: string; cookie?: { name: string; value: string }; row: string };

/**
 * Opens each screen `times` times, in turns, so that other load on the machine affects all of them. Each visit has an
 * empty cache.
 * @returns the medians of each screen
 */
export async function visit(
  browser: Browser,
  screens: readonly Screen[],
  profile: Profile,
  times: number,
): Promise<Visit[]> {
  const visits: Visit[][] = screens.map(() => []);
  for (let count = 0; count < times; count++) {
    for (const [index, { url, cookie, row }] of screens.entries()) {
      const context = await browser.newContext();
      try {
        if (cookie) await context.addCookies([{ ...cookie, url }]);
        visits[index]!.push(await visitOnce(context, url, row, profile));
      } finally {
        await context.close();
      }
    }
  }
  return visits.map((all) => {
    const middle = (of: (visit: Visit) => number) => Math.round(median(all.map(of)));
    return {
      visible: middle(({ visible }) => visible),
      script: middle(({ script }) => script),
      html: middle(({ html }) => html),
    };
  });
}

async function visitOnce(
  context: BrowserContext,
  url: string,
  row: string,
  profile: Profile,
): Promise<Visit> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const script = await countScripts(devtools);
  if (profile === "slow") {
    await devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOW_CPU });
  }
  const started = performance.now();
  const response = await page.goto(url, { waitUntil: "commit" });
  await page.locator(row).first().waitFor({ state: "visible" });
  const visible = performance.now() - started;
  await page.waitForLoadState("networkidle");
  if (!response?.ok() || page.url() !== url) throw new Error(`${url} cannot be opened: ${page.url()}`);
  return { visible, script: script(), html: (await response.body()).length };
}

/** Counts the bytes of scripts over the network, whatever requested them. */
async function countScripts(devtools: CDPSession): Promise<() => number> {
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Script") scripts.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  return () => bytes;
}
