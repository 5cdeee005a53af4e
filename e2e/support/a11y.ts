import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules whose result depends on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

export const PHONE = { width: 360, height: 740 };
export const WIDE = { width: 1440, height: 900 };

/**
 * Fails with a readable list of axe's findings on the current page, including open dialogs: on a phone and on a wide
 * screen, light and dark. The page keeps its size, and stays without motion.
 */
export async function expectAccessible(page: Page, what: string, sizes = [PHONE, WIDE]): Promise<void> {
  const before = page.viewportSize();
  await stopMotion(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    // As tall as the page, because targets half under a sticky bar would count as too small.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) });
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      // Next.js streams the title after the page, after a refresh too.
      await expect(page).toHaveTitle(/\S/);
      const found = await findings(page, colorScheme === "dark" ? COLOR_RULES : null);
      expect.soft(found, `accessibility of ${what}, ${colorScheme}, ${size.width} px`).toEqual([]);
    }
  }
  if (before) await page.setViewportSize(before);
}

/** Shows the end of fades at once: in the middle of one, colors lack contrast. */
async function stopMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync(
      "*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important }",
    );
    document.adoptedStyleSheets.push(still);
  });
}

/** @param only ids of rules; null: all of RULES */
async function findings(page: Page, only: string[] | null) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const runOnly: axe.RunOnly = only ? { type: "rule", values: only } : { type: "tag", values: RULES };
  const violations = await page.evaluate(
    async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(options)).violations,
    // What passes is neither described nor sent.
    { runOnly, resultTypes: ["violations"] } satisfies axe.RunOptions,
  );
  return violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    where: nodes.map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary ?? ""})`),
  }));
}
