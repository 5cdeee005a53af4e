import { compareWithMissing } from "../compare";
import { compileExpression } from "../expression";
import { truthy } from "../truth";
import { argumentList, binary, unary, type CompileOperator } from "./define";

function comparing(holds: (result: number) => unknown): CompileOperator {
  return binary((a, b, _name, scope) => holds(compareWithMissing(a, b, scope.strings)));
}

function shortCircuit(stopAt: boolean): CompileOperator {
  return (argument, scope) => {
    const items = argumentList(argument).map((item) => compileExpression(item, scope));
    return (environment) => {
      for (const item of items) if (truthy(item(environment)) === stopAt) return stopAt;
      return !stopAt;
    };
  };
}

/** Comparison and logic. */
export const comparisonOperators: Record<string, CompileOperator> = {
  $eq: comparing((result) => result === 0),
  $ne: comparing((result) => result !== 0),
  $gt: comparing((result) => result > 0),
  $gte: comparing((result) => result >= 0),
  $lt: comparing((result) => result < 0),
  $lte: comparing((result) => result <= 0),
  $cmp: comparing((result) => Math.sign(result)),
  $and: shortCircuit(false),
  $or: shortCircuit(true),
  $not: unary((value) => !truthy(value)),
};
