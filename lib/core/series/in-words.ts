import type { Every } from "./rhythm";

/** In a sentence: `repeats monthly`. */
export const EVERY_WORDS: Readonly<Record<Every, string>> = {
  week: "weekly",
  "2 weeks": "every two weeks",
  month: "monthly",
  "3 months": "every three months",
  year: "yearly",
};
