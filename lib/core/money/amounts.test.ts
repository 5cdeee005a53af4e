import fc from "fast-check";
import { MONEY_PROBLEMS, parseAmount, parsePayment, type MoneyProblem } from "./amounts";
import { isArithmetic } from "./arithmetic";
import { MAX_CENTS, formatCents } from "./money";

const amounts = fc.integer({ min: 1, max: MAX_CENTS });

/** A fraction of dollars, the divisor positive; null: somewhere it divides by zero. */
type Exact = readonly [over: bigint, under: bigint] | null;
type Calculation = { text: string; value: Exact };

function combine(operator: string, a: Exact, b: Exact): Exact {
  if (!a || !b) return null;
  if (operator === "+") return [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
  if (operator === "−") return [a[0] * b[1] - b[0] * a[1], a[1] * b[1]];
  if (operator === "×") return [a[0] * b[0], a[1] * b[1]];
  if (b[0] === 0n) return null;
  const sign = b[0] < 0n ? -1n : 1n;
  return [a[0] * b[1] * sign, a[1] * b[0] * sign];
}

const { calculation } = fc.letrec<{ calculation: Calculation }>((tie) => ({
  calculation: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.nat(20_000).map((cents): Calculation => ({
      text: (cents / 100).toFixed(2),
      value: [BigInt(cents), 100n],
    })),
    fc
      .tuple(tie("calculation"), fc.constantFrom(..."+−×÷"), tie("calculation"))
      .map(([a, operator, b]): Calculation => ({
        text: `(${a.text} ${operator} ${b.text})`,
        value: combine(operator, a.value, b.value),
      })),
    tie("calculation").map(({ text, value }): Calculation => ({
      text: `(-${text})`,
      value: combine("−", [0n, 1n], value),
    })),
  ),
}));

describe("parseAmount", () => {
  test.each<[label: string, text: string, cents: number]>([
    ["whole dollars", "12", 1200],
    ["one decimal is tens of cents", "12.5", 1250],
    ["two decimals", "12.34", 1234],
    ["thousands separated", "1,234.50", 123450],
    ["thousands separated, no decimals", "12,500", 1250000],
    ["millions separated", "1,234,567.89", 123456789],
    ["dollar sign", "$12", 1200],
    ["dollar sign and blank", "$ 12.30", 1230],
    ["dollar sign and thousands", "$1,000", 100000],
    ["surrounding blanks", "  12.34\t\n", 1234],
    ["no-break space around", "\u00a012\u00a0", 1200],
    ["direction marks around", "\u202d$12.50\u202c\u200e", 1250],
    ["no whole dollars", ".5", 50],
    ["a point and nothing after it", "12.", 1200],
    ["leading zeros", "007.10", 710],
    ["one cent", "0.01", 1],
    ["the number that floats get wrong", "8.7", 870],
    ["another one", "1.15", 115],
    ["a decimal comma", "12,50", 1250],
    ["a decimal comma, one digit", "12,5", 1250],
    ["a decimal comma after nothing", ",50", 50],
    ["a decimal comma with points between thousands", "1.234,50", 123450],
    ["a decimal comma with points between millions", "1.234.567,8", 123456780],
    ["blanks between thousands", "1 234 567,50", 123456750],
    ["narrow no-break spaces between thousands", "1\u202f234.50", 123450],
    ["apostrophes between thousands", "1'234'567.50", 123456750],
    ["typographic apostrophes between thousands", "1’234", 123400],
    ["a dollar sign after it", "12,50 $", 1250],
    ["the currency after it", "12.50 USD", 1250],
    ["the currency before it", "usd 12.50", 1250],
    ["a country and a dollar sign", "US$12", 1200],
    ["Arabic digits", "١٬٢٣٤٫٥٠", 123450],
    ["Persian digits", "۱۲٫۵", 1250],
    ["the largest", "9999999.99", MAX_CENTS],
    ["the largest, separated", "$9,999,999.99", MAX_CENTS],
    ["a refund", "-60", -6000],
    ["a refund in dollars", "-$5.00", -500],
    ["a typographic minus", "\u22125", -500],
    ["a minus and a blank", "- 5", -500],
    ["a refund with the currency after it", "-12,50 $", -1250],
    ["the largest refund", "-9,999,999.99", -MAX_CENTS],
  ])("parses %s: %j", (_, text, cents) => {
    expect(parseAmount(text)).toEqual({ ok: true, cents });
  });

  test.each<[label: string, text: string, kind: MoneyProblem]>([
    ["nothing", "", "required"],
    ["blanks only", " \t ", "required"],
    ["three digits after a zero and a comma", "0,500", "format"],
    ["blanks in odd places", "12 34,50", "format"],
    ["a blank and an apostrophe between thousands", "1 234'567", "format"],
    ["blanks between thousands and three decimals", "1 234,500", "format"],
    ["a currency on both sides", "$5$", "format"],
    ["a currency inside", "5$5", "format"],
    ["a colon in a calculation", "10:4", "format"],
    ["a trailing comma", "12,", "format"],
    ["points between thousands and nothing that tells", "1.234", "decimals"],
    ["points in odd places", "1.23,50", "format"],
    ["a comma and then points", "1,234.567,00", "format"],
    ["commas in odd places", "1,2,3", "format"],
    ["groups of two", "1,23,456", "format"],
    ["a comma after the point", "1.5,000,0", "format"],
    ["words", "twelve", "format"],
    ["a point alone", ".", "format"],
    ["a dollar sign alone", "$", "format"],
    ["two dollar signs", "$$5", "format"],
    ["two points", "1.2.3", "format"],
    ["an exponent", "1e3", "format"],
    ["hexadecimal", "0b10", "format"],
    ["Infinity", "Infinity", "format"],
    ["NaN", "NaN", "format"],
    ["another currency", "12 €", "format"],
    ["half a sum", "5+", "format"],
    ["an operator alone", "+", "format"],
    ["an open parenthesis", "(5+5", "format"],
    ["an empty parenthesis", "5+()", "format"],
    ["two numbers", "5 5", "format"],
    ["a power", "2**3", "format"],
    ["two minuses", "--5", "format"],
    ["three minuses", "20---5", "format"],
    ["a minus typed twice", "20- \u22125", "format"],
    ["a sum of nothing", "5-5", "zero"],
    ["a result below a cent", "0.01/3", "zero"],
    ["a division by zero", "5/0", "division-by-zero"],
    ["a division by what comes to zero", "5/(2-2)", "division-by-zero"],
    ["three decimals in a sum", "1.125+1", "decimals"],
    ["a result that is too large", "9999999.99+0.01", "too-large"],
    // A quadratic pattern would take hours.
    ["many blanks", `1${" ".repeat(2_000_000)}a`, "format"],
    ["too many parentheses", "(".repeat(5000) + "1" + ")".repeat(5000), "format"],
    ["zero", "0", "zero"],
    ["zero with decimals", "0.00", "zero"],
    ["nothing, with a minus", "-0.00", "zero"],
    ["a minus alone", "-", "format"],
    ["a minus after the dollar sign", "$-5", "format"],
    ["a minus at the end", "5-", "format"],
    ["what means minus to accountants", "($60)", "format"],
    ["a refund that is a cent too much", "-10000000.00", "too-large"],
    ["three decimals", "12.345", "decimals"],
    ["less than a cent", "0.001", "decimals"],
    ["a cent too much", "10000000.00", "too-large"],
    ["far too much", "9".repeat(1000), "too-large"],
  ])("refuses %s: %j", (_, text, kind) => {
    expect(parseAmount(text)).toEqual({ ok: false, kind, problem: MONEY_PROBLEMS[kind] });
  });

  test.each<[text: string, cents: number]>([
    ["12+8.50", 2050],
    ["60/4", 1500],
    ["3*4,20", 1260],
    ["3 × 4.20", 1260],
    ["3x4", 1200],
    ["20 − 5 - 2.50", 1250],
    ["10÷4", 250],
    ["10 $ + 1 000 USD", 101000],
    ["2+3*4", 1400],
    ["(2+3)*4", 2000],
    ["$10 + $5", 1500],
    ["10/3", 333],
    ["20/3", 667],
    ["0.05/2", 3],
    ["10/3*3", 1000],
    ["-5+15", 1000],
    ["2*-3+10", 400],
    ["10/-2+6", 100],
    ["-(5-15)", 1000],
    ["20-(-5)", 2500],
    ["1,234.50+1.234,50", 246900],
    ["12/(4-1)/2", 200],
    ["5-15", -1000],
    ["-10/3", -333],
    ["-20/3", -667],
  ])("calculates %s", (text, cents) => {
    expect(parseAmount(text)).toEqual({ ok: true, cents });
  });

  test.each(["12:50", "$12:50"])("asks about %s", (text) => {
    const problem = `Did you mean ${text.replace(":", ".")}?`;
    expect(parseAmount(text)).toEqual({ ok: false, kind: "format", problem });
  });

  test("sums and products are exact for any cents", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 25 }),
        (list) => {
          const sum = list.reduce((total, cents) => total + cents, 0);
          const text = list.map((cents) => formatCents(cents)).join(" + ");
          expect(parseAmount(text)).toEqual({ ok: true, cents: sum });
          expect(parseAmount(`(${text}) * 3 / 3`)).toEqual({ ok: true, cents: sum });
        },
      ),
    );
  });

  test("calculates what exact fractions come to, and rounds once", () => {
    fc.assert(
      fc.property(calculation, ({ text, value }) => {
        const parsed = parseAmount(text);
        if (value === null) {
          expect(parsed).toMatchObject({ ok: false, kind: "division-by-zero" });
          return;
        }
        const [over, under] = value;
        // Half a cent is rounded away from zero; less than that is no amount.
        const size = (200n * (over < 0n ? -over : over) + under) / (2n * under);
        const cents = over < 0n ? -size : size;
        if (cents === 0n) expect(parsed).toMatchObject({ ok: false, kind: "zero" });
        else if (size > MAX_CENTS) expect(parsed).toMatchObject({ ok: false, kind: "too-large" });
        else expect(parsed).toEqual({ ok: true, cents: Number(cents) });
      }),
    );
  });

  test("refuses a calculation in which a minus is typed twice", () => {
    const twice = calculation
      .filter(({ text }) => /[-−]/.test(text))
      .chain(({ text }) =>
        fc
          .constantFrom(...text.matchAll(/[-−]/g))
          .map(({ index }) => `${text.slice(0, index)}-${text.slice(index)}`),
      );
    fc.assert(fc.property(twice, (text) => expect(parseAmount(text)).toMatchObject({ kind: "format" })));
  });

  test.each([
    ["12+8", true],
    ["(12)", false],
    ["12", false],
    ["-12", false],
    ["$12.50", false],
    ["12+", false],
    ["", false],
  ])("%j is arithmetic: %s", (text, expected) => {
    expect(isArithmetic(text)).toBe(expected);
  });

  test("parses American and European notation", () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        const american = formatCents(cents).slice(1);
        const plain = american.replaceAll(",", "");
        const european = american.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."));
        const french = european.replaceAll(".", " ");
        const swiss = american.replaceAll(",", "'");
        for (const text of [american, plain, plain.replace(".", ","), european, french, swiss]) {
          expect(parseAmount(text)).toEqual({ ok: true, cents });
        }
      }),
    );
  });

  test("parses every displayed amount", () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(parseAmount(formatCents(cents))).toEqual({ ok: true, cents });
        expect(parseAmount(formatCents(-cents))).toEqual({ ok: true, cents: -cents });
      }),
    );
  });

  test("parses any text as a valid amount or a problem, and never throws", () => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789.,$-+*/() ") }));
    fc.assert(
      fc.property(typed, (text) => {
        const parsed = parseAmount(text);
        if (parsed.ok) {
          expect(Number.isInteger(parsed.cents)).toBe(true);
          expect(parsed.cents).not.toBe(0);
          expect(Math.abs(parsed.cents)).toBeLessThanOrEqual(MAX_CENTS);
        } else {
          expect([MONEY_PROBLEMS[parsed.kind], `Did you mean ${text.trim().replace(":", ".")}?`]).toContain(
            parsed.problem,
          );
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("parses a long hostile text fast", () => {
    for (const text of [
      "1,".repeat(50_000),
      "1,000".repeat(20_000),
      "1 ".repeat(50_000),
      "1 000".repeat(20_000),
      "1" + " 000".repeat(20_000),
      "1" + "'000".repeat(20_000) + "x",
      " $".repeat(50_000),
      "0".repeat(100_000),
    ]) {
      expect(parseAmount(text).ok).toBe(false);
    }
  });
});

describe("parsePayment", () => {
  test.each(["0", "-5", "-$5.00", "\u22125", "5-5", "5-15"])("refuses %s, which nobody pays", (text) => {
    expect(parsePayment(text)).toEqual({
      ok: false,
      kind: "zero",
      problem: "The amount must be more than $0.00.",
    });
  });

  test.each(["12.50", "", "twelve", "0.001", "10000000", "20-5"])("reads %j like any amount", (text) => {
    expect(parsePayment(text)).toEqual(parseAmount(text));
  });
});
