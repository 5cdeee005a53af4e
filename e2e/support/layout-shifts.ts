import type { Page } from "@playwright/test";

/** The most that a screen may move by itself, as Cumulative Layout Shift. */
export const LAYOUT_SHIFT = 0.02;

/** Missing in TypeScript's DOM types. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};
type Watched = { shifts: { value: number; moved: unknown[] }[] };

/** From now on, records layout shifts without user input on each page, with the old and new position. */
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

/** The layout shifts of the page so far. */
export async function shiftsOf(page: Page): Promise<{ total: number; details: string }> {
  const shifts = await page.evaluate(async () => {
    // An entry appears after the next frame.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    return (window as unknown as Watched).shifts;
  });
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  return { total, details: JSON.stringify(shifts) };
}
