import { Decimal128 } from "bson";

/** Exact decimal arithmetic in the range of IEEE 754 decimal128: 34 digits, rounded half to even. */

const digits = 34;
const minExponent = -6176;
const maxExponent = 6111;

/** coefficient × 10^exponent, or a special value. */
export type Decimal =
  | { readonly special: "NaN" | "Infinity" | "-Infinity" }
  | {
      readonly special?: undefined;
      readonly coefficient: bigint;
      readonly exponent: number;
      readonly negativeZero?: boolean;
    };

const notANumber: Decimal = { special: "NaN" };

/** Reads a Decimal128. */
export function fromDecimal128(value: Decimal128): Decimal {
  return parseDecimal(value.toString());
}

/** Reads decimal notation ("1.50", "-3E+7", "NaN", "Infinity"); NaN where it is none. */
export function parseDecimal(text: string): Decimal {
  if (/^[+-]?inf(inity)?$/i.test(text)) return { special: text.startsWith("-") ? "-Infinity" : "Infinity" };
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text);
  if (!match || !(match[2] || match[3])) return notANumber;
  const fraction = match[3] ?? "";
  const magnitude = BigInt(`${match[2]}${fraction}`);
  const negative = match[1] === "-";
  return {
    coefficient: negative ? -magnitude : magnitude,
    exponent: Number(match[4] ?? 0) - fraction.length,
    negativeZero: negative && magnitude === 0n,
  };
}

/** The exact value of a whole number. */
export function fromInteger(value: bigint): Decimal {
  return { coefficient: value, exponent: 0 };
}

/** The exact value of a double (a double is a finite decimal fraction). */
export function fromDoubleExactly(value: number): Decimal {
  if (Number.isNaN(value)) return notANumber;
  if (!Number.isFinite(value)) return { special: value > 0 ? "Infinity" : "-Infinity" };
  let scaled = value;
  let halvings = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    halvings += 1;
  }
  // value = scaled / 2^n = scaled * 5^n / 10^n
  return { coefficient: BigInt(scaled) * 5n ** BigInt(halvings), exponent: -halvings };
}

/** A double as a decimal the way MongoDB converts it in arithmetic: 15 significant digits. */
export function fromDouble(value: number): Decimal {
  if (!Number.isFinite(value)) return fromDoubleExactly(value);
  if (value === 0) return { coefficient: 0n, exponent: 0, negativeZero: Object.is(value, -0) };
  return parseDecimal(value.toExponential(14));
}

/** Rounds to 34 digits and writes a Decimal128. */
export function toDecimal128(value: Decimal): Decimal128 {
  if (value.special) return Decimal128.fromString(value.special);
  const { coefficient, exponent } = clampExponent(roundToDigits(value.coefficient, value.exponent));
  if (exponent > maxExponent) return Decimal128.fromString(coefficient < 0n ? "-Infinity" : "Infinity");
  const sign = value.negativeZero && coefficient === 0n ? "-" : "";
  return Decimal128.fromString(`${sign}${coefficient}E${exponent}`);
}

/** The nearest double. */
export function toDouble(value: Decimal): number {
  if (value.special) return Number(value.special);
  if (value.negativeZero) return -0;
  return Number(`${value.coefficient}e${value.exponent}`);
}

export function add(a: Decimal, b: Decimal): Decimal {
  if (a.special || b.special) {
    if (a.special === "NaN" || b.special === "NaN") return notANumber;
    if (a.special && b.special && a.special !== b.special) return notANumber;
    return a.special ? a : b;
  }
  const exponent = Math.min(a.exponent, b.exponent);
  return { coefficient: scaleTo(a, exponent) + scaleTo(b, exponent), exponent };
}

export function negate(a: Decimal): Decimal {
  if (a.special === "NaN") return a;
  if (a.special) return { special: a.special === "Infinity" ? "-Infinity" : "Infinity" };
  return {
    coefficient: -a.coefficient,
    exponent: a.exponent,
    negativeZero: a.coefficient === 0n && !a.negativeZero,
  };
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  if (a.special || b.special) {
    const sign = signOf(a) * signOf(b);
    if (sign === 0 || Number.isNaN(sign)) return notANumber;
    return { special: sign > 0 ? "Infinity" : "-Infinity" };
  }
  return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

/** a / b to 34 digits; division by zero answers NaN or an infinity, the caller decides whether it may happen. */
export function divide(a: Decimal, b: Decimal): Decimal {
  if (a.special || b.special) {
    if (a.special === "NaN" || b.special === "NaN" || (a.special && b.special)) return notANumber;
    if (b.special) return { coefficient: 0n, exponent: 0 };
    return signOf(a) * (signOf(b) || 1) > 0 ? { special: "Infinity" } : { special: "-Infinity" };
  }
  if (b.coefficient === 0n) {
    if (a.coefficient === 0n) return notANumber;
    return { special: a.coefficient > 0n ? "Infinity" : "-Infinity" };
  }
  const ideal = a.exponent - b.exponent;
  const shift = digits + 2 + Math.max(0, length(b.coefficient) - length(a.coefficient));
  const numerator = a.coefficient * 10n ** BigInt(shift);
  let quotient = numerator / b.coefficient;
  if (quotient * b.coefficient !== numerator) {
    // A sticky digit keeps the rounding that follows exact.
    const sign = a.coefficient < 0n === b.coefficient < 0n ? 1n : -1n;
    return { coefficient: quotient * 10n + sign, exponent: ideal - shift - 1 };
  }
  let exponent = ideal - shift;
  while (exponent < ideal && quotient % 10n === 0n) {
    quotient /= 10n;
    exponent += 1;
  }
  return { coefficient: quotient, exponent };
}

/** a mod b with the sign of a; NaN where b is zero or a is not finite. */
export function remainder(a: Decimal, b: Decimal): Decimal {
  if (a.special || b.special === "NaN") return notANumber;
  if (b.special) return a;
  if (b.coefficient === 0n) return notANumber;
  const exponent = Math.min(a.exponent, b.exponent);
  return { coefficient: scaleTo(a, exponent) % scaleTo(b, exponent), exponent };
}

/** How `value` is cut to `place` decimals (negative: tens, hundreds …). */
export type Rounding = "half-even" | "truncate" | "floor" | "ceil";

export function roundTo(value: Decimal, place: number, rounding: Rounding): Decimal {
  if (value.special || value.exponent >= -place) return value;
  const divisor = 10n ** BigInt(-place - value.exponent);
  return { coefficient: divideRounded(value.coefficient, divisor, rounding), exponent: -place };
}

/** −1, 0 or 1; NaN is below everything else and equal to itself, as MongoDB sorts it. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.special || b.special) return Math.sign(specialRank(a) - specialRank(b));
  // Far apart exponents are told apart by magnitude, so that no huge power of ten is computed.
  const signs = Math.sign(signOf(a) - signOf(b));
  if (signs !== 0 || a.coefficient === 0n) return signs;
  const magnitude = length(a.coefficient) + a.exponent - (length(b.coefficient) + b.exponent);
  if (magnitude !== 0) return magnitude > 0 === signOf(a) > 0 ? 1 : -1;
  const exponent = Math.min(a.exponent, b.exponent);
  const difference = scaleTo(a, exponent) - scaleTo(b, exponent);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function specialRank(value: Decimal): number {
  if (!value.special) return 1;
  return { NaN: -1, "-Infinity": 0, Infinity: 2 }[value.special];
}

/** −1, 0, 1 or NaN. */
export function signOf(value: Decimal): number {
  if (value.special) return Math.sign(Number(value.special));
  return value.coefficient > 0n ? 1 : value.coefficient < 0n ? -1 : 0;
}

function scaleTo(value: { coefficient: bigint; exponent: number }, exponent: number): bigint {
  return value.coefficient * 10n ** BigInt(value.exponent - exponent);
}

function length(coefficient: bigint): number {
  return (coefficient < 0n ? -coefficient : coefficient).toString().length;
}

function divideRounded(coefficient: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = coefficient / divisor;
  const rest = coefficient % divisor;
  if (rest === 0n || rounding === "truncate") return quotient;
  const away = coefficient < 0n ? -1n : 1n;
  if (rounding === "floor") return away < 0n ? quotient - 1n : quotient;
  if (rounding === "ceil") return away > 0n ? quotient + 1n : quotient;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  if (twice > divisor || (twice === divisor && quotient % 2n !== 0n)) return quotient + away;
  return quotient;
}

function roundToDigits(coefficient: bigint, exponent: number): { coefficient: bigint; exponent: number } {
  let result = { coefficient, exponent };
  for (let excess = length(coefficient) - digits; excess > 0; excess = length(result.coefficient) - digits) {
    result = {
      coefficient: divideRounded(result.coefficient, 10n ** BigInt(excess), "half-even"),
      exponent: result.exponent + excess,
    };
  }
  return result;
}

function clampExponent(value: { coefficient: bigint; exponent: number }): {
  coefficient: bigint;
  exponent: number;
} {
  if (value.exponent < minExponent) {
    const excess = Math.min(minExponent - value.exponent, 10_000);
    return {
      coefficient: divideRounded(value.coefficient, 10n ** BigInt(excess), "half-even"),
      exponent: minExponent,
    };
  }
  if (value.coefficient === 0n) return { coefficient: 0n, exponent: Math.min(value.exponent, maxExponent) };
  const room = digits - length(value.coefficient);
  const shift = Math.max(0, Math.min(room, value.exponent - maxExponent));
  return { coefficient: value.coefficient * 10n ** BigInt(shift), exponent: value.exponent - shift };
}
