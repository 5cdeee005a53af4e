import { failedToParse, typeMismatch } from "./errors";
import { compareValues, equalValues, type StringComparison } from "./compare";
import { isNumber, toNumber } from "./numbers";
import { compileRegex } from "./regex";
import { typesNamed } from "./type-names";
import { isDocument, ownValue, typeOf, type Doc } from "./values";

type Check = (value: unknown) => boolean;

const jsonTypes: Record<string, unknown[]> = {
  object: ["object"],
  array: ["array"],
  number: ["number"],
  boolean: ["bool"],
  string: ["string"],
  null: ["null"],
};

/**
 * Compiles `$jsonSchema` (draft 4 as MongoDB has it: `bsonType` added, no `$ref`, no `default`).
 *
 * @throws ServerError 9 FailedToParse for a keyword that is unknown
 */
export function compileJsonSchema(schema: Doc, strings: StringComparison): (doc: Doc) => boolean {
  return compileSchema(schema, strings);
}

function compileSchema(schema: Doc, strings: StringComparison): Check {
  const checks = Object.entries(schema).map(([keyword, value]) =>
    compileKeyword(keyword, value, schema, strings),
  );
  return (value) => checks.every((check) => check(value));
}

function compileKeyword(keyword: string, value: unknown, schema: Doc, strings: StringComparison): Check {
  const sub = (item: unknown) => {
    if (!isDocument(item)) throw typeMismatch(`$jsonSchema keyword '${keyword}' must be an object`);
    return compileSchema(item, strings);
  };
  const list = () => {
    if (!Array.isArray(value)) throw typeMismatch(`$jsonSchema keyword '${keyword}' must be an array`);
    return value as unknown[];
  };
  const onNumber =
    (test: (number: unknown) => boolean): Check =>
    (item) =>
      !isNumber(item) || test(item);
  const onString =
    (test: (text: string) => boolean): Check =>
    (item) =>
      typeof item !== "string" || test(item);
  const onArray =
    (test: (items: unknown[]) => boolean): Check =>
    (item) =>
      !Array.isArray(item) || test(item);
  const onObject =
    (test: (doc: Doc) => boolean): Check =>
    (item) =>
      !isDocument(item) || test(item);
  const limit = toNumber(value);

  switch (keyword) {
    case "bsonType":
    case "type": {
      const names = Array.isArray(value) ? (value as unknown[]) : [value];
      const types = new Set(
        names
          .flatMap((name) => (keyword === "type" ? (jsonTypes[String(name)] ?? [name]) : [name]))
          .flatMap(typesNamed),
      );
      return (item) => types.has(typeOf(item));
    }
    case "enum": {
      const allowed = list();
      return (item) => allowed.some((one) => equalValues(item, one, strings));
    }
    case "required": {
      const names = list().map(String);
      return onObject((doc) => names.every((name) => ownValue(doc, name) !== undefined));
    }
    case "properties": {
      if (!isDocument(value)) throw typeMismatch("$jsonSchema keyword 'properties' must be an object");
      const checks = Object.entries(value).map(([name, one]) => [name, sub(one)] as const);
      return onObject((doc) =>
        checks.every(([name, check]) => ownValue(doc, name) === undefined || check(ownValue(doc, name))),
      );
    }
    case "additionalProperties": {
      const known = new Set(Object.keys((schema.properties as Doc | undefined) ?? {}));
      const patterns = Object.keys((schema.patternProperties as Doc | undefined) ?? {}).map((one) =>
        compileRegex(one, ""),
      );
      const check = typeof value === "boolean" ? () => value : sub(value);
      return onObject((doc) =>
        Object.entries(doc).every(
          ([name, item]) => known.has(name) || patterns.some((one) => one.test(name)) || check(item),
        ),
      );
    }
    case "patternProperties": {
      const checks = Object.entries(value as Doc).map(
        ([name, one]) => [compileRegex(name, ""), sub(one)] as const,
      );
      return onObject((doc) =>
        Object.entries(doc).every(([name, item]) =>
          checks.every(([one, check]) => !one.test(name) || check(item)),
        ),
      );
    }
    case "minimum":
      return onNumber((item) => {
        const result = compareValues(item, value);
        return schema.exclusiveMinimum === true ? result > 0 : result >= 0;
      });
    case "maximum":
      return onNumber((item) => {
        const result = compareValues(item, value);
        return schema.exclusiveMaximum === true ? result < 0 : result <= 0;
      });
    case "multipleOf":
      return onNumber((item) => toNumber(item) % limit === 0);
    case "minLength":
      return onString((item) => [...item].length >= limit);
    case "maxLength":
      return onString((item) => [...item].length <= limit);
    case "pattern": {
      const regex = compileRegex(String(value), "");
      return onString((item) => regex.test(item));
    }
    case "minItems":
      return onArray((items) => items.length >= limit);
    case "maxItems":
      return onArray((items) => items.length <= limit);
    case "uniqueItems":
      return onArray(
        (items) =>
          value !== true ||
          items.every((item, at) => !items.slice(0, at).some((other) => equalValues(item, other))),
      );
    case "items": {
      if (Array.isArray(value)) {
        const checks = (value as unknown[]).map(sub);
        return onArray((items) => checks.every((check, at) => at >= items.length || check(items[at])));
      }
      const check = sub(value);
      return onArray((items) => items.every(check));
    }
    case "minProperties":
      return onObject((doc) => Object.keys(doc).length >= limit);
    case "maxProperties":
      return onObject((doc) => Object.keys(doc).length <= limit);
    case "allOf": {
      const checks = list().map(sub);
      return (item) => checks.every((check) => check(item));
    }
    case "anyOf": {
      const checks = list().map(sub);
      return (item) => checks.some((check) => check(item));
    }
    case "oneOf": {
      const checks = list().map(sub);
      return (item) => checks.filter((check) => check(item)).length === 1;
    }
    case "not": {
      const check = sub(value);
      return (item) => !check(item);
    }
    case "title":
    case "description":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return () => true;
    default:
      throw failedToParse(`Unknown $jsonSchema keyword: ${keyword}`);
  }
}
