import type { Rule } from "@/lib/contract/rules/rule";

/**
 * Why a form cannot be sent. `field`: the invalid field; null: the form as a whole. `also`: further fields with the same
 * problem.
 */
export type FormProblem = {
  field: string | null;
  message: string;
  also?: readonly string[];
  /** What is left of it after the user changed one of the fields. */
  left?: boolean;
  sessionExpired?: boolean;
};

/** The rules of the fields, in the order in which problems are shown. */
export type FormRules<Values> = { [Field in keyof Values]?: Rule<Values[Field], unknown> };

/**
 * Checks values with the same rules as the server.
 * @returns the first problem (docs/rules.md#input), null if there is none
 */
export function checkForm<Values>(rules: FormRules<Values>, values: Values): FormProblem | null {
  const problems = (Object.keys(rules) as (keyof Values & string)[]).flatMap((field) => {
    const checked = rules[field]?.(values[field]);
    return checked && !checked.ok ? [{ field, message: checked.problem }] : [];
  });
  const [first, ...others] = problems;
  if (!first) return null;
  return { ...first, also: others.flatMap(({ field, message }) => (message === first.message ? field : [])) };
}
