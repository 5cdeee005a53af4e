import { badValue } from "./errors";
import type { LeafTest } from "./predicates";
import { isNumber, toInteger } from "./numbers";
import { BsonType, typeOf } from "./values";

const numberTypes: number[] = [BsonType.int, BsonType.double, BsonType.long, BsonType.decimal];
const byNumber = new Set<number>(Object.values(BsonType).filter((type) => type !== BsonType.missing));

/** The type numbers a type's name or number stands for. @throws ServerError 2 BadValue */
export function typesNamed(name: unknown): number[] {
  if (typeof name === "string") {
    if (name === "number") return numberTypes;
    const type = name === "missing" ? undefined : (BsonType as Record<string, number>)[name];
    if (type === undefined) throw badValue(`Unknown type name alias: ${name}`);
    return [type];
  }
  if (!isNumber(name)) throw badValue("type must be represented as a number or a string");
  const number = Number(toInteger(name) ?? Number.NaN);
  if (!byNumber.has(number)) throw badValue(`Invalid numerical type code: ${number}`);
  return [number];
}

/** The test of `$type`: one name or number, or a list of them. */
export function compileTypeTest(value: unknown): LeafTest {
  const names = Array.isArray(value) ? (value as unknown[]) : [value];
  if (names.length === 0)
    throw Object.assign(badValue("$type must match at least one type"), {
      code: 9,
      codeName: "FailedToParse",
    });
  const types = new Set(names.flatMap(typesNamed));
  return (item) => item !== undefined && types.has(typeOf(item));
}
