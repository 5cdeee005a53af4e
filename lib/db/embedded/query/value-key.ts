import type { Decimal128, Timestamp } from "bson";
import { binaryBytes, regexOptions, regexSource, text, typeOrder } from "./compare";
import { toDecimal, toInteger, toNumber } from "./numbers";
import type { Doc } from "./values";

/** A string that two values share exactly when BSON comparison finds them equal: for groups and sets. */
export function valueKey(value: unknown): string {
  if (typeof value === "string") return `s${JSON.stringify(value)}`;
  const order = typeOrder(value);
  switch (order) {
    case 0:
      return "u";
    case 5:
      return "0";
    case 10:
      return `n${numberKey(value)}`;
    case 15:
      return `s${JSON.stringify(text(value))}`;
    case 20:
      return `{${Object.entries(value as Doc)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => `${JSON.stringify(key)}:${valueKey(item)}`)
        .join(",")}}`;
    case 25:
      return `[${(value as unknown[]).map((item) => valueKey(item ?? null)).join(",")}]`;
    case 30:
      return `b${(value as { sub_type?: number }).sub_type ?? 0}:${Buffer.from(binaryBytes(value)).toString("base64")}`;
    case 45:
      return `d${(value as Date).getTime()}`;
    case 47:
      return `t${(value as Timestamp).toString()}`;
    case 50:
      return `r${JSON.stringify([regexSource(value), regexOptions(value)])}`;
    default:
      return `${order}:${JSON.stringify(value)}`;
  }
}

function numberKey(value: unknown): string {
  const whole = toInteger(value);
  if (whole !== null) return whole.toString();
  const number = toNumber(value);
  if (!Number.isFinite(number)) {
    const exact = toDecimal(value as Decimal128, true);
    if (exact.special) return exact.special;
  }
  const exact = toDecimal(value, true);
  if (exact.special) return exact.special;
  let { coefficient, exponent } = exact;
  while (coefficient !== 0n && coefficient % 10n === 0n) {
    coefficient /= 10n;
    exponent += 1;
  }
  return `${coefficient}e${exponent}`;
}
