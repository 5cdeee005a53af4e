import { z } from "zod";
import { MAX_CENTS } from "@/lib/core/money/money";
import { LAST, MAX_PRESETS, presetProblem, PRESET_MODES } from "@/lib/core/usual-split";
import { MAX_PEOPLE } from "../core/max-people";
import { decimal, id, rev, text, userId } from "./fields";
import type { Described } from "./operation";
import { person } from "./people";
import { SPLIT_VALUE_MESSAGE } from "./rules/expenses";
import { presetRules } from "./rules/usual-split";
import { TOO_MANY_PEOPLE } from "./rules/rule";

// The usual split of a group or event (docs/rules.md#usual-split).

const mode = z.enum(PRESET_MODES, `Choose one of: ${PRESET_MODES.join(", ")}.`);

export const preset = z.strictObject({
  _id: id,
  name: z.string(),
  split: z.strictObject({
    mode,
    values: z.array(
      z.strictObject({ user: id, value: z.number().describe("percent, or a weight (shares)") }),
    ),
  }),
  splitWith: z.array(person).describe("empty: all members, also those who join later"),
});

export const usualSplits = z.strictObject({
  default: id
    .or(z.literal(LAST))
    .nullable()
    .describe(
      "null: none was chosen; of an event: as in its group; last: as the latest of the same category",
    ),
  presets: z.array(preset),
  rev: z.int(),
});
export type UsualSplits = z.infer<typeof usualSplits>;
export type Preset = UsualSplits["presets"][number];

const enteredPreset = z.object({
  _id: userId.describe("chosen by the client, so that a new preset can be the default"),
  name: text(presetRules.name),
  split: z.object({
    mode,
    values: z
      .array(z.object({ user: userId, value: decimal(SPLIT_VALUE_MESSAGE, 0, MAX_CENTS) }))
      .max(MAX_PEOPLE, TOO_MANY_PEOPLE)
      .default([]),
  }),
  splitWith: z
    .array(userId)
    .max(MAX_PEOPLE, TOO_MANY_PEOPLE)
    .transform((ids) => [...new Set(ids)]),
});

/** PUT /api/groups/{groupId}/splits, and of an event */
const editSplits = z
  .object({
    default: z.union([z.literal(LAST), userId], "Choose one of the presets.").nullable(),
    presets: z.array(enteredPreset).max(MAX_PRESETS, `Please use at most ${MAX_PRESETS} presets.`),
    rev,
  })
  .superRefine(({ default: chosen, presets }, context) => {
    // After a problem, a field may not have been converted.
    if (context.issues.length > 0) return;
    const problem = problemOfPresets(presets);
    if (problem) context.addIssue({ code: "custom", path: ["presets"], message: problem });
    if (chosen !== null && chosen !== LAST && !presets.some(({ _id }) => _id === chosen))
      context.addIssue({ code: "custom", path: ["default"], message: "Choose one of the presets." });
  });

function problemOfPresets(presets: readonly z.output<typeof enteredPreset>[]): string | null {
  const names = new Set(presets.map(({ name }) => name.toLowerCase()));
  if (names.size < presets.length) return "Two presets have the same name.";
  if (new Set(presets.map(({ _id }) => _id)).size < presets.length) return "Two presets have the same id.";
  return presets.map(({ split, splitWith }) => presetProblem(split, splitWith)).find(Boolean) ?? null;
}

export const usualSplitOperations = {
  groupSplits: {
    call: "GET /api/groups/{groupId}/splits",
    summary: "A group's presets of how expenses are split, and the usual one",
    tokens: "group",
    guests: true,
    response: usualSplits,
  },
  editGroupSplits: {
    call: "PUT /api/groups/{groupId}/splits",
    summary: "Replace a group's presets, and choose the usual one",
    tokens: "group",
    body: editSplits,
    keyed: true,
    response: usualSplits,
    errors: ["forbidden", "stale"],
  },
  eventSplits: {
    call: "GET /api/events/{eventId}/splits",
    summary: "An event's own presets of how expenses are split, and the usual one",
    tokens: "event",
    guests: true,
    response: usualSplits,
  },
  editEventSplits: {
    call: "PUT /api/events/{eventId}/splits",
    summary: "Replace an event's own presets, and choose the usual one",
    tokens: "event",
    body: editSplits,
    keyed: true,
    response: usualSplits,
    errors: ["closed", "forbidden", "stale"],
  },
} as const satisfies Record<string, Described>;
