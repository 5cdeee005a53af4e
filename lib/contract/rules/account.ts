import { MAX_TOKEN_DAYS } from "@/lib/core/tokens";
import { err, ok, singleLine, type Rule } from "./rule";

export const MAX_TOKEN_NAME = 60;

const DAYS_MESSAGE = `Enter a number of days from 1 to ${MAX_TOKEN_DAYS}.`;

/** Days until a token expires, as typed. */
const days: Rule<string, number> = (entered) => {
  const value = entered.trim();
  const number = Number(value);
  return /^\d+$/.test(value) && number >= 1 && number <= MAX_TOKEN_DAYS ? ok(number) : err(DAYS_MESSAGE);
};

export const tokenRules = { name: singleLine(MAX_TOKEN_NAME, "Please enter a name."), days };
