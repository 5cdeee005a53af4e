import type { Locator, Page } from "@playwright/test";

// The parts of screens that several journeys look for, by what people and screen readers call them.

/** A message that is announced, with exactly this text: a toast, a field's error, a form's notice. */
export function alert(page: Page, text: string): Locator {
  const exactly = new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
  return page.getByRole("alert").filter({ hasText: exactly });
}

/** The question that is open before something is deleted. */
export const question = (page: Page, text: string) => page.getByRole("alertdialog", { name: text });

/** All that is open in an event: the person's own payments, and those between others. */
export const unsettled = (page: Page) => page.getByRole("region", { name: "Balance", exact: true });
/** The payments between others, or the preview of the minimal transactions. */
export const betweenOthers = (page: Page) =>
  page.getByRole("region", { name: "Unsettled Transactions:", exact: true });
export const settled = (page: Page) =>
  page.getByRole("region", { name: "Settled Transactions:", exact: true });
export const expenses = (page: Page) => page.getByRole("region", { name: /^Expenses \(\d+\):$/ });

/** A link of the top bar, with what its red dot says. */
export const topBar = (page: Page, name: string | RegExp) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
