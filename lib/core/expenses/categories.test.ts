import { CATEGORIES, CATEGORY_NAMES, guessCategory, type Category } from "./categories";

test.each<[description: string, category: Category]>([
  ["Dinner by the river", "dining"],
  ["Groceries", "groceries"],
  ["big shop", "groceries"],
  ["Taxi to the station", "transport"],
  ["TAXIS home", "transport"],
  ["Birthday dinner", "dining"],
  ["Dinner gift", "gifts"],
  ["Train tickets", "transport"],
  ["Concert tickets", "entertainment"],
  ["Tickets for two", "entertainment"],
  ["Café", "dining"],
  ["Electricity", "utilities"],
  ["Flight home", "travel"],
  ["Cabin", "travel"],
  ["Batteries", "other"],
  ["Museum", "entertainment"],
  ["Pharmacies", "health"],
  ["Barcelona", "other"],
  ["constructor", "other"],
  ["晩ご飯", "other"],
  ["", "other"],
])("%j is %s", (description, category) => {
  expect(guessCategory(description)).toBe(category);
});

test("every category has a unique name", () => {
  expect(new Set(CATEGORIES.map((category) => CATEGORY_NAMES[category])).size).toBe(CATEGORIES.length);
});
