import { useRef, useState } from "react";
import { newIdempotencyKey } from "@/lib/client/call";
import type { Group } from "@/lib/contract/groups";
import type { Preset } from "@/lib/contract/usual-split";
import { presetRules } from "@/lib/contract/rules/usual-split";
import { SPLIT_NAMES } from "@/lib/core/money/split-names";
import { MAX_PRESET_NAME, type PresetMode } from "@/lib/core/usual-split";
import { pickablePeople } from "@/components/forms/pickable-people";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { focusOnce } from "@/components/ui/focus-once";
import { Segmented } from "@/components/ui/segmented";
import { CustomSplit } from "@/components/expenses/custom-split";
import { hundredthsOf, typedValue, type EnteredMoney } from "@/components/expenses/entered-expense";
import { toChoice } from "./usual-split";

/** The kinds of splits in the expense form, without those that need an amount. */
const KINDS = [
  { value: "equal", label: SPLIT_NAMES.equal },
  { value: "custom", label: "Custom" },
  { value: "percent", label: SPLIT_NAMES.percent },
  { value: "shares", label: SPLIT_NAMES.shares },
] as const;

export type PresetFormProps = {
  members: Group["members"];
  /** The preset to edit; undefined adds one. */
  preset: Preset | undefined;
  busy: boolean;
  onSave: (preset: Preset) => void;
  onCancel: () => void;
};

/** The form for a preset: its name, and its split, entered as for an expense. */
export function PresetForm({ members, preset, busy, onSave, onCancel }: PresetFormProps) {
  const [name, setName] = useState(preset?.name ?? "");
  const [money, setMoney] = useState(() => entered(members, preset));
  const [shown, setShown] = useState<{ name?: string; split?: string }>({});
  const splitProblem = useRef<string | null>(null);
  const people = pickablePeople(members, preset?.splitWith);
  const sharing = people.filter(({ _id }) => money.selected.includes(_id));
  const equal = money.splitType === "equal";
  const change = (changed: Partial<EnteredMoney>) => {
    setMoney({ ...money, ...changed });
    setShown({});
  };

  function submit() {
    const checked = presetRules.name(name);
    const none = !equal && sharing.length === 0 ? "Please select participants." : null;
    const split = none ?? (equal ? null : splitProblem.current);
    if (!checked.ok || split)
      return setShown({ ...(checked.ok ? {} : { name: checked.problem }), ...(split && { split }) });
    const mode = money.mode as PresetMode;
    const values = sharing.map(({ _id }) => ({
      user: _id,
      value: (hundredthsOf(typedValue(money, _id)) ?? 0) / 100,
    }));
    onSave({
      _id: preset?._id ?? newIdempotencyKey().slice(0, 24),
      name: checked.value,
      split: { mode, values: mode === "equal" ? [] : values },
      splitWith: equal ? [] : sharing.map(({ left: _, ...person }) => person),
    });
  }

  return (
    <form
      noValidate
      method="dialog"
      className="flex flex-col gap-5 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {/* The button that opened it may have disappeared. */}
      <h3 ref={focusOnce} className="font-bold">
        {preset ? "Edit preset" : "New preset"}
      </h3>
      <TextField
        label="Name"
        placeholder="Rent by room, without Tom…"
        autoComplete="off"
        maxLength={MAX_PRESET_NAME}
        value={name}
        error={shown.name}
        onChange={({ target }) => {
          setName(target.value);
          setShown({});
        }}
      />
      <Segmented
        legend="Split type"
        options={KINDS}
        value={equal ? "equal" : money.mode === "equal" ? "custom" : (money.mode as PresetMode)}
        onChange={(kind) =>
          change({
            splitType: kind === "equal" ? "equal" : "custom",
            mode: kind === "custom" ? "equal" : kind,
          })
        }
      />
      {equal ? (
        <p className="text-sm text-muted">Among all members, including those who join later.</p>
      ) : (
        <CustomSplit
          entered={money}
          groupId={undefined}
          people={people}
          sharing={sharing.map(({ _id }) => _id)}
          expenseId={null}
          error={shown.split}
          onSelected={(selected) => change({ selected })}
          onTyped={(typed) => change({ typed: { ...money.typed, [money.mode]: typed } })}
          problemRef={splitProblem}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} busyLabel="Saving…">
          Save preset
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function entered(members: Group["members"], preset: Preset | undefined): EnteredMoney {
  const selected = members.map(({ _id }) => _id);
  const money = { amount: "", selected, asSaved: false, typed: {}, payer: null, paid: {} };
  const split = preset ? toChoice(preset, members).split : null;
  return { ...money, splitType: "custom", mode: preset ? "equal" : "percent", ...split };
}
