import type { Locator, Page } from "@playwright/test";

// Locators that several journeys share, by accessible names.

/** An announced message with exactly this text: a toast, a field's error, a form's notice. */
export function alert(page: Page, text: string): Locator {
  const exactly = new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
  return page.getByRole("alert").filter({ hasText: exactly });
}

/** The open confirmation of a deletion. */
export const question = (page: Page, text: string) => page.getByRole("alertdialog", { name: text });

/** Everything open in an event: the user's own payments, and those between others. */
export const unsettled = (page: Page) => page.getByRole("region", { name: "Balance", exact: true });
/** The payments between others, or the preview of the minimal transactions. */
export const betweenOthers = (page: Page) =>
  page.getByRole("region", { name: "Unsettled Transactions:", exact: true });
export const settled = (page: Page) =>
  page.getByRole("region", { name: "Settled Transactions:", exact: true });
export const expenses = (page: Page) => page.getByRole("region", { name: /^Expenses \(\d+\):$/ });

/** Opens the menu of an expense's row, with "Edit {expense}" and "Delete {expense}". */
export const openActions = (page: Page | Locator, expense: string) =>
  page.getByRole("button", { name: `Actions for ${expense}`, exact: true }).click();

/** Resolves when the server has answered a change; some are shown before that. */
export const saved = (page: Page) =>
  page.waitForResponse((response) => response.request().method() !== "GET");

/** A link of the top bar, with the text of its red dot. */
export const topBar = (page: Page, name: string | RegExp) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
