import { fold } from "./search";

test.each([
  ["José", "jose"],
  ["ΆΝΝΑ", "αννα"],
  ["Фёдор", "федор"],
  ["مُحَمَّد", "محمد"],
  ["שָׁלוֹם", "שלום"],
  ["نیم\u200cفاصله", "نیمفاصله"],
])("%s is found as %s", (name, text) => expect(fold(name)).toBe(fold(text)));

test.each([
  ["मीना", "मोना"],
  ["สม", "สิม"],
  ["かな", "がな"],
  ["မြ", "မှ"],
])("%s and %s are two names", (one, other) => expect(fold(one)).not.toBe(fold(other)));
