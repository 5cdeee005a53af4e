import type { Rule } from "@/lib/schemas/rules";

/** What keeps a form from being sent. `field`: the one at fault; null: the form as a whole. */
export type FormProblem = { field: string | null; message: string; sessionExpired?: boolean };

/** The rules of the fields, in the order in which problems are shown. */
export type FormRules<Values> = { [Field in keyof Values]?: Rule<Values[Field], unknown> };

/**
 * Checks what was entered with the rules that the server's schemas are made of.
 * @returns the first problem (spec section 5), null when there is none
 */
export function checkForm<Values>(rules: FormRules<Values>, values: Values): FormProblem | null {
  for (const field of Object.keys(rules) as (keyof Values & string)[]) {
    const checked = rules[field]?.(values[field]);
    if (checked && !checked.ok) return { field, message: checked.problem };
  }
  return null;
}
