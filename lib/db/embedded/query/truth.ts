import { compareNumbers, isNumber } from "./numbers";
import { isNullish } from "./values";

/** Whether MongoDB takes a value for true: all but false, zero of any kind, null and missing. */
export function truthy(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (isNullish(value)) return false;
  return !isNumber(value) || compareNumbers(value, 0) !== 0;
}
