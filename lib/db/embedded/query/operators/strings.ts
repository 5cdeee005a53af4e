import { ObjectId } from "bson";
import { location } from "../errors";
import { regexOptions, regexSource } from "../compare";
import { isNumber, toNumber } from "../numbers";
import { print } from "../print";
import { compileRegex } from "../regex";
import { BsonType, isNullish, typeName, typeOf, type Doc } from "../values";
import { binary, named, strict, unary, type CompileOperator } from "./define";

/** How `$toUpper`, `$substr` and their kin read a value; null and missing are empty. @throws ServerError 16007 */
function coerce(value: unknown): string {
  if (isNullish(value)) return "";
  if (typeof value === "string") return value;
  if (value instanceof Date) return value.toISOString();
  if (isNumber(value)) return String(value instanceof Object && "value" in value ? value.value : value);
  if (typeOf(value) === BsonType.symbol || value instanceof ObjectId) return String(value);
  throw location(16007, `can't convert from BSON type ${typeName(value)} to String`);
}

function concat(values: unknown[]): unknown {
  let result = "";
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== "string")
      throw location(16702, `$concat only supports strings, not ${typeName(value)}`);
    result += value;
  }
  return result;
}

function split(value: unknown, separator: unknown): unknown {
  if (isNullish(value) || isNullish(separator)) return null;
  if (typeof value !== "string")
    throw location(
      40085,
      `$split requires an expression that evaluates to a string as a first argument, found: ${typeName(value)}`,
    );
  if (typeof separator !== "string")
    throw location(
      40086,
      `$split requires an expression that evaluates to a string as a second argument, found: ${typeName(separator)}`,
    );
  if (separator === "") throw location(40087, "$split requires a non-empty separator");
  return value.split(separator);
}

function substringCodePoints(value: unknown, from: unknown, count: unknown): unknown {
  const start = toNumber(from);
  const length = toNumber(count);
  if (!Number.isInteger(start))
    throw location(
      34450,
      `$substrCP: starting index must be a numeric type (is BSON type ${typeName(from)})`,
    );
  if (!Number.isInteger(length))
    throw location(34452, `$substrCP: length must be a numeric type (is BSON type ${typeName(count)})`);
  if (start < 0) throw location(34455, "$substrCP: the starting index must be nonnegative integer.");
  if (length < 0) throw location(34454, "$substrCP: length must be a nonnegative integer.");
  return [...coerce(value)].slice(start, start + length).join("");
}

function substringBytes(value: unknown, from: unknown, count: unknown): unknown {
  if (!isNumber(from))
    throw location(
      16034,
      `$substrBytes:  starting index must be a numeric type (is BSON type ${typeName(from)})`,
    );
  if (!isNumber(count))
    throw location(16035, `$substrBytes:  length must be a numeric type (is BSON type ${typeName(count)})`);
  const start = Math.trunc(toNumber(from));
  const length = Math.trunc(toNumber(count));
  if (start < 0) throw location(50752, "$substrBytes:  starting index must be non-negative (got: -1)");
  const bytes = Buffer.from(coerce(value));
  const end = length < 0 ? bytes.length : Math.min(bytes.length, start + length);
  if (continues(bytes[start]))
    throw location(28656, "$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.");
  if (continues(bytes[end]))
    throw location(
      28657,
      "$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.",
    );
  return bytes.subarray(start, end).toString();
}

function continues(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function indexIn(units: (text: string) => string[]): CompileOperator {
  return strict(2, 4, ([value, wanted, from = 0, to], name) => {
    if (isNullish(value)) return null;
    if (typeof value !== "string")
      throw location(40091, `${name} requires a string as the first argument, found: ${typeName(value)}`);
    if (typeof wanted !== "string")
      throw location(40092, `${name} requires a string as the second argument, found: ${typeName(wanted)}`);
    const text = units(value);
    const part = units(wanted);
    const start = toNumber(from);
    if (start < 0) throw location(40097, `${name} requires a nonnegative start index`);
    const end = Math.min(text.length, to === undefined ? text.length : toNumber(to));
    for (let at = start; at + part.length <= end; at += 1) {
      if (part.every((unit, offset) => text[at + offset] === unit)) return at;
    }
    return -1;
  });
}

function trim(left: boolean, right: boolean): CompileOperator {
  return named(["input"], ["chars"], 50694, ({ input, chars }, name) => {
    if (isNullish(input) || chars === null) return null;
    if (typeof input !== "string")
      throw location(
        50699,
        `${name} requires its input to be a string, got ${print(input)} (of type ${typeName(input)}) instead.`,
      );
    if (chars !== undefined && typeof chars !== "string")
      throw location(50700, `${name} requires 'chars' to be a string, got ${typeName(chars)} instead.`);
    const set = new Set(
      chars === undefined
        ? "\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
        : chars,
    );
    const text = [...input];
    let start = 0;
    let end = text.length;
    while (left && start < end && set.has(text[start] as string)) start += 1;
    while (right && end > start && set.has(text[end - 1] as string)) end -= 1;
    return text.slice(start, end).join("");
  });
}

function replace(everywhere: boolean): CompileOperator {
  return named(["input", "find", "replacement"], [], 51749, ({ input, find, replacement }, name) => {
    for (const [key, value] of Object.entries({ input, find, replacement })) {
      if (!isNullish(value) && typeof value !== "string") {
        throw location(51746, `${name} requires that '${key}' be a string, found: ${print(value)}`);
      }
    }
    if (typeof input !== "string" || typeof find !== "string" || typeof replacement !== "string") return null;
    return everywhere ? input.replaceAll(find, () => replacement) : input.replace(find, () => replacement);
  });
}

interface RegexMatch {
  match: string;
  idx: number;
  captures: (string | null)[];
}

function search({ input, regex, options }: Doc, name: string, everywhere: boolean): RegexMatch[] {
  if (isNullish(input) || isNullish(regex)) return [];
  if (typeof input !== "string") throw location(51104, `${name} needs 'input' to be of type string`);
  const isPattern = typeOf(regex) === BsonType.regex;
  if (!isPattern && typeof regex !== "string")
    throw location(51105, `${name} needs 'regex' to be of type string or regex`);
  if (!isNullish(options) && typeof options !== "string")
    throw location(51106, `${name} needs 'options' to be of type string`);
  const flags = typeof options === "string" ? options : isPattern ? regexOptions(regex) : "";
  const compiled = compileRegex(isPattern ? regexSource(regex) : (regex as string), flags);
  const found: RegexMatch[] = [];
  for (const match of input.matchAll(new RegExp(compiled, `${compiled.flags}g`))) {
    found.push({
      match: match[0],
      idx: [...input.slice(0, match.index)].length,
      captures: match.slice(1).map((group) => (group as string | undefined) ?? null),
    });
    if (!everywhere) break;
  }
  return found;
}

function regexOperator(everywhere: boolean, answer: (found: RegexMatch[]) => unknown): CompileOperator {
  return named(["input", "regex"], ["options"], 31024, (values, name) =>
    answer(search(values, name, everywhere)),
  );
}

/** Strings. */
export const stringOperators: Record<string, CompileOperator> = {
  $concat: strict(0, Infinity, concat),
  $split: binary(split),
  $toUpper: unary((value) => coerce(value).replace(/[a-z]/g, (char) => char.toUpperCase())),
  $toLower: unary((value) => coerce(value).replace(/[A-Z]/g, (char) => char.toLowerCase())),
  $substr: strict(3, 3, ([value, from, count]) => substringBytes(value, from, count)),
  $substrBytes: strict(3, 3, ([value, from, count]) => substringBytes(value, from, count)),
  $substrCP: strict(3, 3, ([value, from, count]) => substringCodePoints(value, from, count)),
  $strLenCP: unary((value) => {
    if (typeof value !== "string")
      throw location(34471, `$strLenCP requires a string argument, found: ${typeName(value)}`);
    return [...value].length;
  }),
  $strLenBytes: unary((value) => {
    if (typeof value !== "string")
      throw location(34473, `$strLenBytes requires a string argument, found: ${typeName(value)}`);
    return Buffer.byteLength(value);
  }),
  $indexOfCP: indexIn((text) => [...text]),
  $indexOfBytes: indexIn((text) => [...Buffer.from(text)].map(String)),
  $strcasecmp: binary((a, b) => {
    const [left, right] = [coerce(a).toUpperCase(), coerce(b).toUpperCase()];
    return left < right ? -1 : left > right ? 1 : 0;
  }),
  $trim: trim(true, true),
  $ltrim: trim(true, false),
  $rtrim: trim(false, true),
  $replaceOne: replace(false),
  $replaceAll: replace(true),
  $regexMatch: regexOperator(false, (found) => found.length > 0),
  $regexFind: regexOperator(false, ([first]) => first ?? null),
  $regexFindAll: regexOperator(true, (found) => found),
};
