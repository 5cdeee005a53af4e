import type { Group } from "@/lib/contract/groups";
import type { Preset, UsualSplits } from "@/lib/contract/usual-split";
import { LAST } from "@/lib/core/usual-split";
import { valueText, type EnteredMoney } from "@/components/expenses/entered-expense";

/** The part of the form that a preset sets. */
type SplitOf = Pick<EnteredMoney, "splitType" | "selected" | "mode" | "typed">;

/** A preset in the form. `left`: the names of people in it who have left the group; it is then not used. */
export type UsualChoice = { _id: string; name: string; left: string[]; split: SplitOf };

/** The usual split, for the form (docs/rules.md#usual-split). Small, because it is part of the page. */
export type UsualSplit = {
  /** The id of the default, or LAST; null: equally among all members. */
  usual: string | null;
  /** Where to look for the latest expense of a category, if that is the default. */
  last?: { event: string } | { group: string };
  choices: UsualChoice[];
  /** The split of a new expense; undefined: equal. Calculated here because the form's script budget is full. */
  initial: SplitOf | undefined;
  /** The class that reserves space for the row while it loads. */
  room: string;
};

/**
 * The presets of an event and its group for the form; the event's come first and override the group's.
 * @returns undefined if there are none
 */
export function usualSplitOf(
  event: UsualSplits,
  group: UsualSplits,
  place: { event: { _id: string }; group: Pick<Group, "_id" | "members"> },
): UsualSplit | undefined {
  const presets = [...event.presets, ...group.presets];
  const usual = event.default ?? group.default;
  if (presets.length === 0 && usual !== LAST) return undefined;
  const choices = presets.map((preset) => toChoice(preset, place.group.members));
  // A preset with somebody who has left is not used: their share must not shift to others unnoticed.
  const initial = choices.find(({ _id, left }) => _id === usual && left.length === 0)?.split;
  const room = choices.some(({ _id }) => _id !== usual) ? "min-h-26" : "min-h-12";
  const last = event.default ? { event: place.event._id } : { group: place.group._id };
  return { usual, choices, initial, room, ...(usual === LAST && { last }) };
}

/** Converts a preset for the form. */
export function toChoice({ _id, name, split, splitWith }: Preset, members: Group["members"]): UsualChoice {
  const here = new Set(members.map((member) => member._id));
  const everyone = splitWith.length === 0;
  return {
    _id,
    name,
    left: splitWith.filter((one) => !here.has(one._id)).map((one) => one.name),
    split: {
      splitType: everyone ? "equal" : "custom",
      selected: everyone ? [...here] : splitWith.map((one) => one._id),
      mode: split.mode,
      typed: {
        [split.mode]: Object.fromEntries(
          split.values.map(({ user, value }) => [user, valueText(value, split.mode)]),
        ),
      },
    },
  };
}
