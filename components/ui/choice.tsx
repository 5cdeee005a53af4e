import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field";

/** `translate`: "no" for names. */
export type ChoiceOption = { value: string; label: string; translate?: "no"; disabled?: boolean };

/** An option with a name that somebody typed. */
export const named = (value: string, label: string): ChoiceOption => ({ value, label, translate: "no" });

export type ChoiceProps = Pick<FieldProps, "label" | "hideLabel"> &
  Omit<ComponentProps<"select">, "children"> & {
    /** The text of no value; default: there is always one. */
    none?: string;
    options: readonly ChoiceOption[];
    /** Options under a heading of their own, after the others; empty groups are left out. */
    groups?: readonly { label: string; options: readonly ChoiceOption[] }[];
  };

/** A choice of one value, with its label. */
export function Choice(props: ChoiceProps) {
  const { label, hideLabel, none, options, groups = [], className, ...rest } = props;
  return (
    <Field label={label} hideLabel={hideLabel} className={className}>
      {(control) => (
        <select {...control} {...rest} className="control">
          {none === undefined ? null : <option value="">{none}</option>}
          {toOptions(options)}
          {groups.map((group) =>
            group.options.length === 0 ? null : (
              <optgroup key={group.label} label={group.label}>
                {toOptions(group.options)}
              </optgroup>
            ),
          )}
        </select>
      )}
    </Field>
  );
}

const toOptions = (options: readonly ChoiceOption[]) =>
  options.map(({ label, ...option }) => (
    <option key={option.value} {...option}>
      {label}
    </option>
  ));
