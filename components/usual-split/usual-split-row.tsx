import { Bdi } from "@/components/ui/bdi";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { Day } from "@/components/ui/day";
import { keepFocus } from "@/components/ui/keep-focus";
import { LAST_NAME } from "@/lib/core/usual-split";
import type { UsualChoice } from "./usual-split";
import { keyOf, useLastSplit, type LastSplitProps } from "./use-last-split";

const EQUAL = { splitType: "equal", mode: "equal", asSaved: false } as const;

/** The usual split, and the presets to choose from (docs/rules.md#usual-split). */
export function UsualSplitRow(props: LastSplitProps) {
  const { usual, onChange } = props;
  const entered = props.entered.money;
  const last = useLastSplit(props);
  const choices = last ? [last, ...usual.choices] : usual.choices;
  const usualOne = choices.find(({ _id }) => _id === usual.usual);
  const chosen = choices.find(({ split }) => keyOf(entered) === keyOf({ ...entered, ...split }));
  const equal = entered.splitType === "equal";
  const use = ({ split }: UsualChoice) =>
    onChange({ ...split, typed: { ...entered.typed, ...split.typed }, asSaved: false });
  const others = choices.filter((one) => one !== usualOne);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3">
        <p className="min-w-0 flex-1 wrap-anywhere">
          Usually:{" "}
          {usualOne && usualOne !== last ? (
            <Bdi className="font-bold">{usualOne.name}</Bdi>
          ) : (
            <strong>{usual.last ? LAST_NAME : "Equal"}</strong>
          )}
          {last && last.left.length === 0 ? (
            <span className="block text-sm text-muted">
              As in “<Bdi>{last.of.description}</Bdi>”, <Day iso={last.of.date} short />
            </span>
          ) : null}
          {usualOne && usualOne.left.length > 0 ? (
            <>
              {" "}
              <Left people={usualOne.left} />
            </>
          ) : null}
        </p>
        {usualOne && usualOne.left.length === 0 && usualOne !== chosen ? (
          <Button ref={keepFocus} variant="quiet" onClick={() => use(usualOne)}>
            Use it
          </Button>
        ) : equal ? null : (
          <Button ref={keepFocus} variant="quiet" onClick={() => onChange(EQUAL)}>
            Equal
          </Button>
        )}
      </div>
      {others.length > 0 ? (
        <Choice
          label="Preset"
          hideLabel
          none={chosen || equal ? "Equal" : "Other split"}
          options={choices.map(({ _id, name, left }) => ({
            value: _id,
            label: left.length > 0 ? `${name} (${leftText(left)})` : name,
            translate: "no" as const,
            disabled: left.length > 0,
          }))}
          value={chosen?._id ?? ""}
          onChange={({ target }) => {
            const preset = choices.find(({ _id }) => _id === target.value);
            if (preset) use(preset);
            else onChange(EQUAL);
          }}
        />
      ) : null}
    </div>
  );
}

/** Why a preset is not used. */
export const leftText = (people: readonly string[]) =>
  `${people.join(", ")} ${people.length === 1 ? "has" : "have"} left`;

/** Why a preset is not used. */
function Left({ people }: { people: readonly string[] }) {
  return (
    <span className="block text-sm text-muted">
      <Bdi>{people.join(", ")}</Bdi> {people.length === 1 ? "has" : "have"} left, so this split is not used.
    </span>
  );
}
