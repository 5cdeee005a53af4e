import { categoryOf, type Category } from "@/lib/core/expenses/categories";

/** The icon class of each category. */
export const CATEGORY_ICONS: Readonly<Record<Category, string>> = {
  groceries: "icon-shopping-basket",
  dining: "icon-utensils",
  transport: "icon-car",
  travel: "icon-plane",
  home: "icon-house",
  utilities: "icon-zap",
  entertainment: "icon-ticket",
  shopping: "icon-shopping-bag",
  health: "icon-heart-pulse",
  gifts: "icon-gift",
  other: "icon-tag",
};

/** The icon class of an expense: of its category, or of the one guessed from its description. */
export function expenseIcon(expense: { category?: Category | null; description: string }): string {
  return CATEGORY_ICONS[categoryOf(expense)];
}
