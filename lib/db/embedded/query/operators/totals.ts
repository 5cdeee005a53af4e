import * as decimal from "../decimal";
import {
  isNumber,
  makeDouble,
  makeInteger,
  numberKind,
  toDecimal,
  toInteger,
  toNumber,
  widerKind,
  type NumberKind,
} from "../numbers";

/**
 * A sum as MongoDB keeps it: doubles with the error of each addition carried along, whole numbers and
 * decimals exactly; the result has the widest kind that was added.
 */
export class Total {
  private kind: NumberKind = "int";
  private count = 0;
  private small = 0;
  private whole = 0n;
  private double = 0;
  private lost = 0;
  private decimals: decimal.Decimal = decimal.fromInteger(0n);

  /** Adds a value; what is no number is passed over. */
  add(value: unknown): this {
    const kind = numberKind(value);
    if (kind === null) return this;
    this.kind = widerKind(this.kind, kind);
    this.count += 1;
    if (kind === "int" && typeof value === "number") return this.addSmall(value);
    if (kind === "decimal") this.decimals = decimal.add(this.decimals, toDecimal(value));
    else if (kind === "double") this.addDouble(toNumber(value));
    else this.whole += toInteger(value) ?? 0n;
    return this;
  }

  // Ints are added up as plain numbers for as long as that is exact.
  private addSmall(value: number): this {
    this.small += value;
    if (!Number.isSafeInteger(this.small)) {
      this.whole += BigInt(this.small - value) + BigInt(value);
      this.small = 0;
    }
    return this;
  }

  private wholeSum(): bigint {
    return this.whole + BigInt(this.small);
  }

  // Knuth's two-sum: `lost` is what rounding took away.
  private addDouble(value: number): void {
    const sum = this.double + value;
    const part = sum - this.double;
    const error = this.double - (sum - part) + (value - part);
    this.lost += Number.isFinite(error) ? error : 0;
    this.double = sum;
  }

  private doubleSum(): number {
    const whole = new Total();
    whole.double = this.double;
    whole.lost = this.lost;
    whole.addDouble(Number(this.wholeSum()));
    return whole.double + whole.lost;
  }

  private exact(): decimal.Decimal {
    const doubles = decimal.add(decimal.fromDoubleExactly(this.double), decimal.fromDoubleExactly(this.lost));
    return decimal.add(this.decimals, decimal.add(doubles, decimal.fromInteger(this.wholeSum())));
  }

  /** The sum; 0 of nothing. */
  sum(): unknown {
    if (this.kind === "decimal") return decimal.toDecimal128(this.exact());
    if (this.kind === "double") return makeDouble(this.doubleSum());
    return makeInteger(this.wholeSum(), this.kind);
  }

  /** The mean, a double or decimal; null of nothing. */
  average(): unknown {
    if (this.count === 0) return null;
    if (this.kind === "decimal") {
      return decimal.toDecimal128(decimal.divide(this.exact(), decimal.fromInteger(BigInt(this.count))));
    }
    return makeDouble(this.doubleSum() / this.count);
  }
}

function totalOf(values: readonly unknown[]): Total {
  const total = new Total();
  for (const value of values) if (isNumber(value)) total.add(value);
  return total;
}

/** The sum of the numbers among the values; 0 where there is none. */
export function sumOf(values: readonly unknown[]): unknown {
  return totalOf(values).sum();
}

/** The mean of the numbers among the values: a double or decimal; null where there is none. */
export function averageOf(values: readonly unknown[]): unknown {
  return totalOf(values).average();
}
