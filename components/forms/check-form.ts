import type { Rule } from "@/lib/contract/rules/rule";

/** Why a form cannot be sent. `field`: the invalid field; null: the form as a whole. */
export type FormProblem = { field: string | null; message: string; sessionExpired?: boolean };

/** The rules of the fields, in the order in which problems are shown. */
export type FormRules<Values> = { [Field in keyof Values]?: Rule<Values[Field], unknown> };

/**
 * Checks values with the same rules as the server.
 * @returns the first problem (docs/rules.md#input), null if there is none
 */
export function checkForm<Values>(rules: FormRules<Values>, values: Values): FormProblem | null {
  for (const field of Object.keys(rules) as (keyof Values & string)[]) {
    const checked = rules[field]?.(values[field]);
    if (checked && !checked.ok) return { field, message: checked.problem };
  }
  return null;
}
