import { CATEGORIES, CATEGORY_NAMES, type Category } from "@/lib/core/expenses/categories";

/** Splitwise's and Spliit's names of categories in English, which are nearly the same, in lower case. */
const NAMES: Readonly<Record<Category, string>> = {
  groceries: "groceries",
  dining: "dining out, liquor, food and drink",
  transport: "bicycle, bus/train, car, gas/fuel, parking, taxi, transportation, transport",
  travel: "hotel, plane",
  home: "rent, mortgage, furniture, household supplies, maintenance, services, cleaning, home, pets",
  utilities: "utilities, electricity, heat/gas, water, trash, tv/phone/internet, insurance",
  entertainment: "entertainment, games, movies, music, sports",
  shopping: "clothing, electronics",
  health: "medical expenses",
  gifts: "gifts, donation",
  other: "childcare, education, taxes",
};

const BY_NAME = new Map(
  CATEGORIES.flatMap((category) =>
    [CATEGORY_NAMES[category].toLowerCase(), ...NAMES[category].split(", ")].map((name) => [name, category]),
  ),
);

/** The category that another application calls so in English; null if its name tells none. */
export const categoryNamed = (name: string): Category | null =>
  BY_NAME.get(name.trim().toLowerCase()) ?? null;
