import type { ComponentProps } from "react";
import { Field } from "./field";

/** `translate`: "no" for names. */
export type ChoiceOption = { value: string; label: string; translate?: "no" };

export type ChoiceProps = ComponentProps<"select"> & {
  label: string;
  /** The option of the value "". */
  none: string;
  options: readonly ChoiceOption[];
};

/** A choice of one value, or none. */
export function Choice({ label, none, options, ...rest }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} {...rest} className="control">
          <option value="">{none}</option>
          {options.map(({ label: text, ...option }) => (
            <option key={option.value} {...option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
