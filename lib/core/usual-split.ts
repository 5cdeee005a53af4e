// The usual split of a group or event (docs/rules.md#usual-split).

/** How a preset divides an expense whose amount is not known yet. */
export const PRESET_MODES = ["equal", "percent", "shares"] as const;
export type PresetMode = (typeof PRESET_MODES)[number];

/** A default that is no preset: the split of the latest expense of the same category. */
export const LAST = "last";
export const LAST_NAME = "Same as last time";

/** The most presets of a group, and of an event. */
export const MAX_PRESETS = 20;
export const MAX_PRESET_NAME = 60;
