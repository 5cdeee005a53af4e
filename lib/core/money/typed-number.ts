// How people write amounts. A comma before one or two final digits is a decimal comma, because many phones' decimal
// keypads offer nothing else; before three digits, it separates thousands. Ambiguous input is refused.

/** A typed number: `digits` without the decimal point, of which the last `decimals` follow it. */
type TypedNumber = { digits: string; decimals: number };

const PLAIN = /^(\d*)(?:\.(\d*))?$/;
const DECIMAL_COMMA = /^(\d*),(\d{1,2})$/;
const GROUPED_BY_COMMAS = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/;
const GROUPED_BY_POINTS = /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/;

/**
 * @param text digits, points, and commas: `12`, `12.5`, `12,50`, `.5`, `1,234.50`, `1.234,50`
 * @returns the number, or null if the text is not a number or is ambiguous
 */
export function readTypedNumber(text: string): TypedNumber | null {
  for (const form of [PLAIN, DECIMAL_COMMA, GROUPED_BY_COMMAS, GROUPED_BY_POINTS]) {
    const [match, whole = "", decimals = ""] = form.exec(text) ?? [];
    if (match === undefined) continue;
    const digits = whole.replace(/[.,]/g, "") + decimals;
    return digits === "" ? null : { digits, decimals: decimals.length };
  }
  return null;
}
