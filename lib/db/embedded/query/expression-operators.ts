import { arithmeticOperators } from "./operators/arithmetic";
import { arrayOperators } from "./operators/arrays";
import { borrowedOperators } from "./operators/borrowed";
import { comparisonOperators } from "./operators/comparison";
import { controlOperators } from "./operators/control";
import { conversionOperators } from "./operators/conversion";
import { dateOperators } from "./operators/dates";
import type { CompileOperator } from "./operators/define";
import { objectOperators } from "./operators/objects";
import { setOperators } from "./operators/sets";
import { stringOperators } from "./operators/strings";

/** Every operator of aggregation expressions by its name. */
export const operators: Record<string, CompileOperator> = {
  ...borrowedOperators,
  ...arithmeticOperators,
  ...arrayOperators,
  ...comparisonOperators,
  ...controlOperators,
  ...conversionOperators,
  ...dateOperators,
  ...objectOperators,
  ...setOperators,
  ...stringOperators,
};
