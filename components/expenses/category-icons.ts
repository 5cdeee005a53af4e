import { guessCategory, type Category } from "@/lib/core/categories";

/** The class of each category's icon. */
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

/** The class of an expense's icon: of its category, or of the one that its description suggests. */
export function expenseIcon(expense: { category?: Category | null; description: string }): string {
  return CATEGORY_ICONS[expense.category ?? guessCategory(expense.description)];
}
