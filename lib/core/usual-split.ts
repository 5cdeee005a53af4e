import { divisionProblem, type Split } from "./money/split";

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
  if (split.mode === "equal") return split.values.length > 0 ? "An equal split has no values." : null;
  if (splitWith.length === 0) return "Please select participants.";
  // Neither percent nor shares depend on the amount.
  return divisionProblem(1, splitWith, split);
}
