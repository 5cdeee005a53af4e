import { Decimal128 } from "bson";
import fc from "fast-check";
import * as decimal from "./decimal";

const numbers = fc.tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: -8, max: 8 }));
const make = ([coefficient, exponent]: [bigint, number]): decimal.Decimal => ({ coefficient, exponent });
const scaled = ([coefficient, exponent]: [bigint, number]): bigint =>
  coefficient * 10n ** BigInt(exponent + 8);

test("sums, products and order are exact", () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      const [x, y] = [scaled(a), scaled(b)];
      expect(decimal.compareDecimals(decimal.add(make(a), make(b)), make([x + y, -8]))).toBe(0);
      expect(decimal.compareDecimals(decimal.multiply(make(a), make(b)), make([x * y, -16]))).toBe(0);
      expect(decimal.compareDecimals(make(a), make(b))).toBe(x < y ? -1 : x > y ? 1 : 0);
    }),
  );
});

test("a quotient times its divisor is the dividend, to 34 digits", () => {
  fc.assert(
    fc.property(numbers, numbers, (a, b) => {
      fc.pre(b[0] !== 0n);
      const product = decimal.multiply(decimal.divide(make(a), make(b)), make(b));
      const [got, wanted] = [decimal.toDouble(product), decimal.toDouble(make(a))];
      expect(Math.abs(got - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 1e-15);
    }),
  );
});

test("a double is written and read exactly", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (value) => {
      expect(decimal.toDouble(decimal.fromDoubleExactly(value)) + 0).toBe(value + 0);
    }),
  );
});

test.each([
  ["1", "3", "0.3333333333333333333333333333333333"],
  ["2", "3", "0.6666666666666666666666666666666667"],
  ["1", "8", "0.125"],
  ["10.50", "3", "3.50"],
  ["-1", "0", "-Infinity"],
  ["0", "0", "NaN"],
  ["Infinity", "2", "Infinity"],
])("%s / %s = %s", (a, b, expected) => {
  const quotient = decimal.divide(decimal.parseDecimal(a), decimal.parseDecimal(b));
  expect(decimal.toDecimal128(quotient).toString()).toBe(expected);
});

test.each([
  ["2.5", 0, "half-even", "2"],
  ["3.5", 0, "half-even", "4"],
  ["-2.51", 0, "half-even", "-3"],
  ["1265", -1, "half-even", "1.26E+3"],
  ["-3.79", 1, "truncate", "-3.7"],
  ["-3.1", 0, "floor", "-4"],
  ["3.1", 0, "ceil", "4"],
] as const)("%s to %i places, %s: %s", (text, places, rounding, expected) => {
  expect(decimal.toDecimal128(decimal.roundTo(decimal.parseDecimal(text), places, rounding)).toString()).toBe(
    expected,
  );
});

test("more than 34 digits are rounded half to even, and what is too large is infinite", () => {
  const long = decimal.parseDecimal(`1${"0".repeat(33)}5`);
  expect(decimal.toDecimal128(long).toString()).toBe("1.000000000000000000000000000000000E+34");
  expect(decimal.toDecimal128(decimal.parseDecimal("1E+7000")).toString()).toBe("Infinity");
  expect(decimal.toDecimal128(decimal.parseDecimal("1E-7000"))).toEqual(Decimal128.fromString("0E-6176"));
});
