import { location } from "../errors";
import { compileExpression } from "../expression";
import { isDocument, isNullish, ownValue, setOwn, typeName, type Doc } from "../values";
import { namedArguments, strict, unary, type CompileOperator } from "./define";

/** Later fields win, the place of the first stays. @throws ServerError 40400 for what is no document */
export function mergeObjects(values: readonly unknown[]): Doc {
  const merged: Doc = {};
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isDocument(value))
      throw location(40400, `$mergeObjects requires object inputs, but input is of type ${typeName(value)}`);
    for (const [key, item] of Object.entries(value)) setOwn(merged, key, item);
  }
  return merged;
}

const getField: CompileOperator = (argument, scope) => {
  const short = !isDocument(argument) || !Object.hasOwn(argument, "field");
  const given: Doc = short ? { field: argument, input: "$$CURRENT" } : argument;
  const field = compileExpression(
    typeof given.field === "string" && !given.field.startsWith("$") ? { $literal: given.field } : given.field,
    scope,
  );
  const input = compileExpression(Object.hasOwn(given, "input") ? given.input : "$$CURRENT", scope);
  return (environment) => {
    const name = field(environment);
    if (typeof name !== "string")
      throw location(
        3041704,
        `$getField requires 'field' to evaluate to type String, but got ${typeName(name)}`,
      );
    const base = input(environment);
    if (isNullish(base)) return base;
    return isDocument(base) ? ownValue(base, name) : undefined;
  };
};

function setting(name: string, required: string[]): CompileOperator {
  return (argument, scope) => {
    const given = namedArguments(argument, name, required, [], 4161100);
    const field = compileExpression(given.field, scope);
    const input = compileExpression(given.input, scope);
    const value = compileExpression(Object.hasOwn(given, "value") ? given.value : "$$REMOVE", scope);
    return (environment) => {
      const base = input(environment);
      if (isNullish(base)) return null;
      if (!isDocument(base)) throw location(4161105, `${name} requires 'input' to evaluate to type Object`);
      const doc: Doc = { ...base };
      const key = String(field(environment));
      const item = value(environment);
      if (item === undefined) delete doc[key];
      else setOwn(doc, key, item);
      return doc;
    };
  };
}

/** Documents as values. */
export const objectOperators: Record<string, CompileOperator> = {
  $mergeObjects: strict(0, Infinity, mergeObjects),
  $objectToArray: unary((value) => {
    if (isNullish(value)) return null;
    if (!isDocument(value))
      throw location(40390, `$objectToArray requires a document input, found: ${typeName(value)}`);
    return Object.entries(value).map(([k, v]) => ({ k, v }));
  }),
  $getField: getField,
  $setField: setting("$setField", ["field", "input", "value"]),
  $unsetField: setting("$unsetField", ["field", "input"]),
};
