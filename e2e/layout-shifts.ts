import type { Page } from "@playwright/test";

/** How much of what is on the screen may move by itself, as Cumulative Layout Shift counts it. */
export const LAYOUT_SHIFT = 0.02;

/** What TypeScript's DOM does not declare. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};
type Watched = { shifts: { value: number; moved: unknown[] }[] };

/** Notes what moves on each page from now on without the person having done anything, from where and to where. */
export function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: Watched["shifts"] = ((window as unknown as Watched).shifts = []);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        const moved = sources.map(({ node, previousRect, currentRect }) => ({
          element: node?.textContent,
          from: previousRect.toJSON() as unknown,
          to: currentRect.toJSON() as unknown,
        }));
        if (!hadRecentInput) shifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** How much has moved on the page so far, and what it was. */
export async function shiftsOf(page: Page): Promise<{ total: number; details: string }> {
  const shifts = await page.evaluate(() => (window as unknown as Watched).shifts);
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  return { total, details: JSON.stringify(shifts) };
}
