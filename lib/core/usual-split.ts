import { splitProblem, splitProblemText, type Split } from "./money/split";

// The usual split of a group or event (docs/rules.md#usual-split).

/** How a preset splits an expense: only kinds that do not depend on the amount. */
export const PRESET_MODES = ["equal", "percent", "shares"] as const;
export type PresetMode = (typeof PRESET_MODES)[number];

/** A default that is not a preset: the split of the latest expense in the same category. */
export const LAST = "last";
export const LAST_NAME = "Same as last time";

/** The maximum number of presets of a group or an event. */
export const MAX_PRESETS = 20;
export const MAX_PRESET_NAME = 60;

/** The problem with a preset as a whole, or null. @param split values in hundredths, by hex id */
export function presetProblem(split: Split, splitWith: readonly string[]): string | null {
  const users = new Set(split.values.map(({ user }) => user));
  if (split.mode === "equal") return users.size > 0 ? "An equal split has no values." : null;
  if (splitWith.length === 0) return "Please select participants.";
  const fits = users.size === split.values.length && users.size === splitWith.length;
  if (!fits || splitWith.some((one) => !users.has(one)))
    return "Enter one value for each person in the split.";
  // Neither percent nor shares depend on the amount.
  const problem = splitProblem(1, split);
  return problem && splitProblemText(problem, split.mode);
}
