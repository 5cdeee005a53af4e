import type { Page } from "@playwright/test";

/** Waits until the scripts of the signed-in screen that is loading have run: they request this list. */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForResponse("**/api/groups/requests");
}

/** Opens a signed-in screen, and waits until its scripts have run. */
export async function openReady(page: Page, path: string): Promise<void> {
  await Promise.all([untilReady(page), page.goto(path)]);
}
