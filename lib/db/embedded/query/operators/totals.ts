import * as decimal from "../decimal";
import { addNumbers, isNumber, makeDouble, numberKind, toDecimal, toNumber } from "../numbers";

/** The sum of the numbers among the values; 0 where there is none. */
export function sumOf(values: readonly unknown[]): unknown {
  let sum: unknown = 0;
  for (const value of values) if (isNumber(value)) sum = addNumbers(sum, value);
  return sum;
}

/** The mean of the numbers among the values: a double or decimal; null where there is none. */
export function averageOf(values: readonly unknown[]): unknown {
  const numbers = values.filter(isNumber);
  return numbers.length === 0 ? null : divideByCount(sumOf(numbers), numbers.length);
}

/** A sum over its count, as `$avg` answers it. */
export function divideByCount(sum: unknown, count: number): unknown {
  if (numberKind(sum) === "decimal") {
    return decimal.toDecimal128(decimal.divide(toDecimal(sum), decimal.fromInteger(BigInt(count))));
  }
  return makeDouble(toNumber(sum) / count);
}
