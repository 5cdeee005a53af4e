/** The display name of each category of an expense, in display order. */
export const CATEGORY_NAMES = {
  groceries: "Groceries",
  dining: "Food & drinks",
  transport: "Transport",
  travel: "Travel",
  home: "Home",
  utilities: "Bills",
  entertainment: "Entertainment",
  shopping: "Shopping",
  health: "Health",
  gifts: "Gifts",
  other: "Other",
};

export type Category = keyof typeof CATEGORY_NAMES;
export const CATEGORIES = Object.keys(CATEGORY_NAMES) as Category[];

/** The category of an expense: the one that was entered, or the one that its description suggests. */
export const categoryOf = (expense: { category?: Category | null; description: string }): Category =>
  expense.category ?? guessCategory(expense.description);

// Changing them needs a migration that counts the spending again (lib/db/migrations/0002-spending.ts).
// Keywords of each category: singular, lower-case. If several match, the last one in the text wins, because English
// puts the noun last: a "birthday dinner" is a dinner.
const WORDS: Readonly<Record<Category, string>> = {
  groceries:
    "grocery shop supermarket market vegetable fruit bread milk cheese egg meat fish rice pasta snack water " +
    "aldi lidl costco safeway walmart kroger tesco",
  dining:
    "dinner lunch breakfast brunch restaurant cafe coffee tea pizza burger sushi taco ramen dumpling beer wine " +
    "drink bar pub cocktail ice cream cake pastry dessert takeout takeaway barbecue bbq fondue popcorn starbucks",
  transport:
    "taxi cab uber lyft bus tram train metro subway fuel gas petrol diesel parking toll car van ferry bike scooter",
  travel: "flight plane hotel hostel airbnb cabin lodge camping airport luggage visa",
  home: "rent mortgage furniture sofa chair table bed lamp bulb paint brush key cleaning cleaner repair plumber garden firewood",
  utilities: "electricity power heating internet wifi phone insurance bill subscription",
  entertainment:
    "movie cinema film concert festival museum theater theatre show game party bowling karaoke ski surf " +
    "netflix spotify projector",
  shopping: "clothes shirt shoes jacket amazon ikea electronics book",
  health: "pharmacy medicine doctor dentist hospital gym massage",
  gifts: "gift present flower donation",
  other: "",
};

const CATEGORY_OF_WORD = new Map(
  CATEGORIES.flatMap((category) => WORDS[category].split(" ").map((word) => [word, category] as const)),
);

/**
 * Guesses the category from keywords in the description.
 * @param description in any case, singular or plural
 * @returns "other" if no keyword matches
 */
export function guessCategory(description: string): Category {
  const words =
    description
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  for (const word of words.reverse()) {
    const found = singularsOf(word)
      .map((form) => CATEGORY_OF_WORD.get(form))
      .find(Boolean);
    if (found) return found;
  }
  // Other words say what a ticket is for: train tickets.
  return words.some((word) => /^tickets?$/.test(word)) ? "entertainment" : "other";
}

/** The word and its possible singular forms. */
function singularsOf(word: string): string[] {
  return [word, word.replace(/ies$/, "y"), word.replace(/es$/, ""), word.replace(/s$/, "")];
}
