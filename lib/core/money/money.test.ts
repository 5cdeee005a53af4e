import fc from "fast-check";
import { MAX_CENTS, balanceToCents, centsToDollars, exactCents, formatCents, formatDollars } from "./money";

const balances = fc.maxSafeInteger();

describe("dollars of the API", () => {
  test("every balance is the double that its decimal text stands for", () => {
    fc.assert(
      fc.property(balances, (cents) => {
        const decimal = formatCents(cents).replaceAll(/[$,]/g, "").replace("−", "-");
        expect(centsToDollars(cents)).toBe(Number(decimal));
      }),
    );
  });

  test("balances can be negative or zero, but never minus zero", () => {
    expect(centsToDollars(-1234)).toBe(-12.34);
    expect(centsToDollars(0)).toBe(0);
    expect(centsToDollars(-0)).toBe(0);
  });

  test.each([0.5, NaN, Infinity, 2 ** 53])("%d is not a number of cents", (cents) => {
    expect(() => centsToDollars(cents)).toThrow(RangeError);
    expect(() => formatCents(cents)).toThrow(RangeError);
  });
});

describe("displayed amounts", () => {
  test.each<[cents: number, text: string]>([
    [0, "$0.00"],
    [-0, "$0.00"],
    [1, "$0.01"],
    [-1, "−$0.01"],
    [10, "$0.10"],
    [99, "$0.99"],
    [100, "$1.00"],
    [1234, "$12.34"],
    [-1234, "−$12.34"],
    [99999, "$999.99"],
    [100000, "$1,000.00"],
    [123450, "$1,234.50"],
    [-123450, "−$1,234.50"],
    [MAX_CENTS, "$9,999,999.99"],
    [123456789012, "$1,234,567,890.12"],
  ])("%i cents are shown as %s", (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });

  test.each<[dollars: number, text: string]>([
    [0, "$0.00"],
    [-0, "$0.00"],
    [-0.001, "$0.00"],
    [8.7, "$8.70"],
    [1.15, "$1.15"],
    [-12.34, "−$12.34"],
    [1234.5, "$1,234.50"],
    [0.1 + 0.2, "$0.30"],
    [98765432.1, "$98,765,432.10"],
  ])("%d dollars are shown as %s", (dollars, text) => {
    expect(formatDollars(dollars)).toBe(text);
  });

  test.each([NaN, Infinity, 1e21])("%d dollars cannot be displayed", (dollars) => {
    expect(() => formatDollars(dollars)).toThrow(RangeError);
  });

  test("an amount is displayed the same from cents and from dollars", () => {
    const shown = fc.integer({ min: -1e13, max: 1e13 });
    fc.assert(
      fc.property(shown, (cents) => {
        expect(formatDollars(centsToDollars(cents))).toBe(formatCents(cents));
      }),
    );
  });
});

test.each([
  [8.7, 870],
  [-0.1, -10],
  [0, 0],
  [99_999_999.99, 9_999_999_999],
])("a balance of %p dollars is %p cents", (dollars, cents) => {
  expect(balanceToCents(dollars)).toBe(cents);
});

describe("dollars sent to the API", () => {
  test.each<[dollars: number, cents: number]>([
    [0, 0],
    [-0, 0],
    [0.01, 1],
    [-12.34, -1234],
    [1.15, 115],
    [4.35, 435],
    [8.7, 870],
    [1136.1, 113610],
    [9999999.99, MAX_CENTS],
    [99_999_999.99, 9_999_999_999],
  ])("%d dollars are %i cents", (dollars, cents) => {
    expect(exactCents(dollars)).toBe(cents);
  });

  test.each<[label: string, dollars: number]>([
    ["three decimals", 12.345],
    ["what 0.1 + 0.2 makes", 0.1 + 0.2],
    ["a fraction of a cent below zero", -0.001],
    ["so small that it has an exponent", 1e-7],
    ["too large for exact cents", 2 ** 53],
    ["so large that it has an exponent", 1e21],
    ["infinite", Infinity],
    ["not a number", NaN],
  ])("refuses %s", (_, dollars) => {
    expect(exactCents(dollars)).toBeNull();
  });

  test("every amount survives the round trip, and a third decimal is never rounded away", () => {
    const cents = fc.integer({ min: -MAX_CENTS, max: MAX_CENTS });
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9 }), (exact, third) => {
        expect(exactCents(JSON.parse(JSON.stringify(centsToDollars(exact))) as number)).toBe(exact);
        expect(exactCents(Number(`${exact}${third}e-3`))).toBeNull();
      }),
      { numRuns: 5000 },
    );
  });
});
