import { randomBytes } from "node:crypto";
import type { UsualSplits } from "@/lib/contract/usual-split";
import type { Maker } from "./operations";
import type { Play } from "./play";

/** A preset of a split; of nobody: all members. */
export type KnownPreset = {
  _id: string;
  name: string;
  split: { mode: string; values: { user: string; value: number }[] };
  splitWith: string[];
};

const pathsOf = (group: string, event: string) => [
  `/api/groups/${group}/splits`,
  `/api/events/${event}/splits`,
];

const known = ({ presets }: UsualSplits): KnownPreset[] =>
  presets.map((one) => ({ ...one, splitWith: one.splitWith.map(({ _id }) => _id) }));

function aPreset({ random }: Play, members: readonly string[]): KnownPreset {
  const _id = randomBytes(12).toString("hex");
  const splitWith = random.sample(members, random.int(1, Math.min(4, members.length)));
  const mode = random.pick(["equal", "shares", "percent"]);
  const last = 100 - 7 * (splitWith.length - 1);
  const valueOf = (index: number) => (mode === "shares" ? random.int(1, 9) : index === 0 ? last : 7);
  const values = mode === "equal" ? [] : splitWith.map((user, index) => ({ user, value: valueOf(index) }));
  const isEveryone = mode === "equal" && random.chance(0.5);
  return { _id, name: `Preset ${_id}`, split: { mode, values }, splitWith: isEveryone ? [] : splitWith };
}

/** A member replaces the presets of a group or an event, which are as they were left. */
export const setPresets: Maker = async (play) => {
  const { random, report } = play;
  const event = play.anEvent();
  const group = play.groupOf(event);
  const person = play.aMember(group);
  const path = random.pick(pathsOf(group.id, event));
  const before = await person.call<UsualSplits>("GET", path);
  const differs = (what: string, expected: readonly KnownPreset[], found: UsualSplits) => {
    const [should, is] = [expected, known(found)].map((one) => JSON.stringify(one));
    if (should !== is) report.wrong.push(`${what} of ${path}: ${is}, expected ${should}`);
  };
  differs("presets", play.presets.get(path) ?? [], before);
  const kept = known(before)
    .filter(() => random.chance(0.7))
    .slice(-4);
  const presets = [
    ...kept,
    aPreset(
      play,
      [...group.members].map(({ id }) => id),
    ),
  ];
  const isStale = before.rev > 0 && random.chance(0.1);
  const body = { default: random.pick(presets)._id, presets, rev: before.rev - (isStale ? 1 : 0) };
  return {
    what: "set the presets",
    target: path,
    allowed: isStale ? [409] : [200],
    send: () => person.send("PUT", path, { body }),
    onSuccess: (response) => {
      differs("new presets", presets, response.body as UsualSplits);
      play.presets.set(path, presets);
    },
  };
};

/** How the form of an event splits with a preset, which one person pays; null if there is none for its members. */
export function bodyOfPreset(play: Play, event: string, payers: readonly { user: string; amount: number }[]) {
  const group = play.groupOf(event);
  const members = [...group.members].map(({ id }) => id);
  const usable = pathsOf(group.id, event)
    .flatMap((path) => play.presets.get(path) ?? [])
    .filter(({ splitWith }) => splitWith.every((user) => members.includes(user)));
  if (usable.length === 0 || payers.length > 1) return null;
  const { split, splitWith } = play.random.pick(usable);
  return { split, splitWith: splitWith.length > 0 ? splitWith : members };
}

/** Someone takes a guest's place: of two places, the values are added up. */
export function mergePresets({ presets }: Play, guest: string, person: string): void {
  const named = (id: string) => (id === guest ? person : id);
  for (const one of [...presets.values()].flat()) {
    one.splitWith = [...new Set(one.splitWith.map(named))];
    const sums = new Map<string, number>();
    for (const { user, value } of one.split.values)
      sums.set(named(user), (sums.get(named(user)) ?? 0) + value);
    one.split = { ...one.split, values: [...sums].map(([user, value]) => ({ user, value })) };
  }
}
