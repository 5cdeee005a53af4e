// Arithmetic in an amount field: 12+8.50, 60/4, 3*(4,20+1). Fractions are exact; only the result is rounded.

/** A fraction with a positive denominator. */
type Fraction = readonly [hundredths: bigint, denominator: bigint];

/** Why a text cannot be evaluated. */
export type ArithmeticProblem = "format" | "decimals" | "too-large" | "division-by-zero";

/** The value in hundredths, rounded half away from zero, or the problem. */
type Arithmetic = { ok: true; hundredths: bigint } | { ok: false; kind: ArithmeticProblem };

const CURRENCY = /(?:us)?\$|usd/iu.source;
// A blank or an apostrophe before three digits may separate thousands.
const NUMBER = /[\d.,]+(?:[\s'’]\d{3}(?!\d)[\d.,]*)*/u.source;
// Two minus signs in a row are probably a typing error, so no token matches them.
const OPERATOR = /[-−](?!\s*[-−])|[+*×x/÷()]/u.source;
const TOKEN = new RegExp(
  `\\s*(?:((?:(?:${CURRENCY})\\s*)?${NUMBER}(?:\\s*(?:${CURRENCY}))?)|(${OPERATOR}))`,
  "iuy",
);
const OPERATORS: Readonly<Record<string, string>> = { "−": "-", "×": "*", x: "*", X: "*", "÷": "/" };

/** The currency before or after a number. */
const BESIDE = new RegExp(`^(?:${CURRENCY})|(?:${CURRENCY})$`, "iu");

/** The digits of Arabic and Persian, of which the last four bits are the value. */
const ARABIC_DIGITS = /[٠-٩۰-۹]/gu;

/** Longer than any real input. Limits the depth of parentheses and the size of fractions. */
const MAX_TOKENS = 60;
const MAX_DIGITS = 12;

class Refusal extends Error {
  constructor(readonly kind: ArithmeticProblem) {
    super(kind);
  }
}

/** Evaluates numbers with at most two decimals, + − × ÷, and parentheses. @param text without surrounding blanks */
export function evaluate(text: string): Arithmetic {
  try {
    const [hundredths, denominator] = parse(tokensOf(withLatinDigits(text)));
    const double = 2n * (hundredths < 0n ? -hundredths : hundredths);
    const rounded = (double + denominator) / (2n * denominator);
    return { ok: true, hundredths: hundredths < 0n ? -rounded : rounded };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, kind: error.kind };
    throw error;
  }
}

/** True if the text is a calculation, so that its result is worth showing; false if it is just a number. */
export function isArithmetic(text: string): boolean {
  const typed = text.trim();
  return /[-−+*×xX/÷]/u.test(typed.slice(1)) && evaluate(typed).ok;
}

/** Pasted text can also have invisible characters, such as direction marks. */
function withLatinDigits(text: string): string {
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(ARABIC_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll("٫", ".")
    .replaceAll("٬", ",");
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match || tokens.length === MAX_TOKENS) throw new Refusal("format");
    tokens.push(match[1] ?? OPERATORS[match[2] ?? ""] ?? match[2] ?? "");
  }
  return tokens;
}

/** sum = product {("+" | "-") product}; product = factor {("*" | "/") factor}; factor = ["-"] (number | "(" sum ")") */
function parse(tokens: readonly string[]): Fraction {
  let at = 0;
  const value = sum();
  if (at < tokens.length) throw new Refusal("format");
  return value;

  function take(...wanted: string[]): string | null {
    const token = tokens[at];
    if (token === undefined || !wanted.includes(token)) return null;
    at++;
    return token;
  }

  function sum(): Fraction {
    let [left, leftDenominator] = product();
    for (let sign; (sign = take("+", "-"));) {
      const [right, denominator] = product();
      left = left * denominator + right * leftDenominator * (sign === "+" ? 1n : -1n);
      leftDenominator *= denominator;
    }
    return [left, leftDenominator];
  }

  function product(): Fraction {
    let [left, leftDenominator] = factor();
    for (let sign; (sign = take("*", "/"));) {
      const [right, denominator] = factor();
      // Both are in hundredths, so a product has an extra factor of 100, and a quotient lacks one.
      if (sign === "*") {
        left *= right;
        leftDenominator *= denominator * 100n;
        continue;
      }
      if (right === 0n) throw new Refusal("division-by-zero");
      const sameSign = right > 0n ? 1n : -1n;
      left *= denominator * 100n * sameSign;
      leftDenominator *= right * sameSign;
    }
    return [left, leftDenominator];
  }

  function factor(): Fraction {
    const sign = take("-") ? -1n : 1n;
    if (take("(")) {
      const [hundredths, denominator] = sum();
      if (!take(")")) throw new Refusal("format");
      return [sign * hundredths, denominator];
    }
    return [sign * hundredthsOf(tokens[at++] ?? ""), 1n];
  }
}

function hundredthsOf(token: string): bigint {
  const number = readTypedNumber(token.replace(BESIDE, "").trim());
  if (!number) throw new Refusal("format");
  if (number.decimals > 2) throw new Refusal("decimals");
  const digits = number.digits.replace(/^0+/, "");
  if (digits.length > MAX_DIGITS) throw new Refusal("too-large");
  return BigInt(digits + "0".repeat(2 - number.decimals));
}

// How people write amounts. A comma before one or two final digits is a decimal comma, because many phones' decimal
// keypads offer nothing else; before three digits, it separates thousands. Ambiguous input is refused.

/** A typed number: `digits` without the decimal point, of which the last `decimals` follow it. */
type TypedNumber = { digits: string; decimals: number };

const PLAIN = /^(\d*)(?:\.(\d*))?$/;
const DECIMAL_COMMA = /^(\d*),(\d{1,2})$/;
const GROUPED_BY_COMMAS = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/;
const GROUPED_BY_POINTS = /^([1-9]\d{0,2}(?:\.\d{3})+),(\d{1,2})$/;
const GROUPED_BY_BLANKS = /^([1-9]\d{0,2}(?:(?:\s\d{3})+|(?:['’]\d{3})+))(?:[.,](\d{0,2}))?$/;

/**
 * @param text digits, points, commas, blanks, and apostrophes: `12`, `12,50`, `.5`, `1,234.50`, `1.234,50`, `1 234,50`
 * @returns the number, or null if the text is not a number or is ambiguous
 */
function readTypedNumber(text: string): TypedNumber | null {
  for (const form of [PLAIN, DECIMAL_COMMA, GROUPED_BY_COMMAS, GROUPED_BY_POINTS, GROUPED_BY_BLANKS]) {
    const [match, whole = "", decimals = ""] = form.exec(text) ?? [];
    if (match === undefined) continue;
    const digits = whole.replace(/\D/g, "") + decimals;
    return digits === "" ? null : { digits, decimals: decimals.length };
  }
  return null;
}
