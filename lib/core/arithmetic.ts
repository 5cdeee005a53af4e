import { readTypedNumber } from "./typed-number";

// Arithmetic in an amount field: 12+8.50, 60/4, 3*(4,20+1). Exact fractions: nothing is rounded on the way.

/** Hundredths, as a fraction: `over` is positive. */
type Fraction = { hundredths: bigint; over: bigint };

/** Why a text has no value. */
export type ArithmeticProblem = "format" | "decimals" | "too-large" | "division-by-zero";

/** The value in hundredths, rounded half away from zero, or why there is none. */
export type Arithmetic = { ok: true; hundredths: bigint } | { ok: false; kind: ArithmeticProblem };

const NUMBER = String.raw`\$?\s*(?:[\d.,]+)`;
const TOKEN = new RegExp(String.raw`\s*(?:(${NUMBER})|([-−+*×xX/÷:()]))`, "uy");
const OPERATORS: Readonly<Record<string, string>> = {
  "−": "-",
  "×": "*",
  x: "*",
  X: "*",
  "÷": "/",
  ":": "/",
};
/** More than anybody types; bounds the depth of parentheses and the size of fractions. */
const MOST_TOKENS = 60;
const MOST_DIGITS = 12;

class Refusal extends Error {
  constructor(readonly kind: ArithmeticProblem) {
    super(kind);
  }
}

/**
 * Evaluates what was typed: numbers with at most two decimals, + − × ÷ and parentheses.
 * @param text without surrounding blanks
 */
export function evaluate(text: string): Arithmetic {
  try {
    const { hundredths, over } = new Parser(tokensOf(text)).parse();
    const double = 2n * (hundredths < 0n ? -hundredths : hundredths);
    const rounded = (double + over) / (2n * over);
    return { ok: true, hundredths: hundredths < 0n ? -rounded : rounded };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, kind: error.kind };
    throw error;
  }
}

/** True for a text that calculates something, so that its result is worth showing; false for a mere number. */
export function isArithmetic(text: string): boolean {
  const typed = text.trim();
  return /[-−+*×xX/÷:]/u.test(typed.slice(1)) && evaluate(typed).ok;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match || tokens.length === MOST_TOKENS) throw new Refusal("format");
    tokens.push(match[1] ?? OPERATORS[match[2] ?? ""] ?? match[2] ?? "");
  }
  return tokens;
}

/** sum = product {("+" | "-") product}; product = factor {("*" | "/") factor}; factor = ["-"] (number | "(" sum ")") */
class Parser {
  private at = 0;
  constructor(private readonly tokens: readonly string[]) {}

  parse(): Fraction {
    const value = this.sum();
    if (this.at < this.tokens.length) throw new Refusal("format");
    return value;
  }

  private take(...wanted: string[]): string | null {
    const token = this.tokens[this.at];
    if (token === undefined || !wanted.includes(token)) return null;
    this.at++;
    return token;
  }

  private sum(): Fraction {
    let left = this.product();
    for (let sign; (sign = this.take("+", "-"));) {
      const right = this.product();
      const added = right.hundredths * left.over * (sign === "+" ? 1n : -1n);
      left = { hundredths: left.hundredths * right.over + added, over: left.over * right.over };
    }
    return left;
  }

  private product(): Fraction {
    let left = this.factor();
    for (let sign; (sign = this.take("*", "/"));) {
      const right = this.factor();
      // Both are hundredths, so that a factor of 100 appears in a product and vanishes in a quotient.
      if (sign === "*") {
        left = { hundredths: left.hundredths * right.hundredths, over: left.over * right.over * 100n };
        continue;
      }
      if (right.hundredths === 0n) throw new Refusal("division-by-zero");
      const sameSign = right.hundredths > 0n ? 1n : -1n;
      left = {
        hundredths: left.hundredths * right.over * 100n * sameSign,
        over: left.over * right.hundredths * sameSign,
      };
    }
    return left;
  }

  private factor(): Fraction {
    if (this.take("-")) {
      const { hundredths, over } = this.factor();
      return { hundredths: -hundredths, over };
    }
    if (this.take("(")) {
      const value = this.sum();
      if (!this.take(")")) throw new Refusal("format");
      return value;
    }
    return { hundredths: hundredthsOf(this.tokens[this.at++] ?? ""), over: 1n };
  }
}

function hundredthsOf(token: string): bigint {
  const number = readTypedNumber(token.replace(/^\$\s*/, ""));
  if (!number) throw new Refusal("format");
  if (number.decimals > 2) throw new Refusal("decimals");
  const digits = number.digits.replace(/^0+/, "");
  if (digits.length > MOST_DIGITS) throw new Refusal("too-large");
  return BigInt(digits + "0".repeat(2 - number.decimals));
}
