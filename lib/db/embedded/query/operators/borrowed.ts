import * as library from "mingo/operators/expression";
import { Context, evalExpr } from "mingo/core";
import { ServerError } from "../../errors";
import { compileExpression } from "../expression";
import { isNumber, makeDouble, toNumber } from "../numbers";
import { isDocument, type Doc } from "../values";
import type { CompileOperator } from "./define";

const context = Context.init({ expression: library as never });

/** Numbers become JavaScript's, all else stays: what the library's operators calculate with. */
export function plain(value: unknown): unknown {
  if (isNumber(value)) return toNumber(value);
  if (Array.isArray(value)) return value.map(plain);
  if (isDocument(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  }
  return value;
}

// mingo's operator on arguments that are evaluated already. `asDouble`: MongoDB answers a double even
// where the result is whole.
function borrow(name: keyof typeof library, asDouble = false): CompileOperator {
  const literal = (value: unknown) => ({ $literal: plain(value) });
  return (argument, scope) => {
    const compiled = isNamed(argument)
      ? Object.entries(argument).map(([key, item]) => [key, compileExpression(item, scope)] as const)
      : null;
    const list = Array.isArray(argument)
      ? (argument as unknown[]).map((item) => compileExpression(item, scope))
      : null;
    const single = compiled || list ? null : compileExpression(argument, scope);
    return (environment) => {
      const given = compiled
        ? Object.fromEntries(compiled.map(([key, evaluate]) => [key, literal(evaluate(environment))]))
        : list
          ? list.map((evaluate) => literal(evaluate(environment)))
          : literal(single?.(environment));
      try {
        const result: unknown = evalExpr({}, { [name]: given } as never, { context } as never);
        return asDouble && typeof result === "number" ? makeDouble(result) : (result ?? null);
      } catch (error) {
        throw error instanceof ServerError ? error : new ServerError(2, "BadValue", (error as Error).message);
      }
    };
  };
}

function isNamed(argument: unknown): argument is Doc {
  return isDocument(argument) && !Object.keys(argument)[0]?.startsWith("$");
}

const trigonometry = [
  "$acos",
  "$acosh",
  "$asin",
  "$asinh",
  "$atan",
  "$atan2",
  "$atanh",
  "$cos",
  "$cosh",
  "$degreesToRadians",
  "$radiansToDegrees",
  "$sin",
  "$sinh",
  "$tan",
  "$tanh",
] as const;
const others = ["$zip"] as const;

/** What mingo answers as MongoDB does: trigonometry, `$zip`. */
export const borrowedOperators: Record<string, CompileOperator> = Object.fromEntries([
  ...trigonometry.map((name) => [name, borrow(name, true)] as const),
  ...others.map((name) => [name, borrow(name)] as const),
]);
