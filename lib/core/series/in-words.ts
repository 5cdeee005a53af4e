import { capitalized } from "../text/text";
import { isWeekly, type Every, type Rhythm } from "./rhythm";

/** In a sentence: `repeats monthly`. */
export const EVERY_WORDS: Readonly<Record<Every, string>> = {
  week: "weekly",
  "2 weeks": "every two weeks",
  month: "monthly",
  "3 months": "every three months",
  year: "yearly",
};

const NTH_WORDS = { 1: "first", 2: "second", 3: "third", 4: "fourth", last: "last" } as const;

/** `Monthly on day 31`, `Monthly on the last Friday`, `Weekly` */
export function repeatsInWords({ every, on }: Rhythm): string {
  const often = capitalized(EVERY_WORDS[every]);
  if (!on || isWeekly(every)) return often;
  if ("nth" in on) return `${often} on the ${NTH_WORDS[on.nth]} ${capitalized(on.weekday)}`;
  return on.day === 31 ? `${often} on the last day` : `${often} on day ${on.day}`;
}
