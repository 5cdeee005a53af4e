import type { ComponentProps } from "react";

/** A radio button whose whole row is the target, with a picture and a name as its label. */
export function Radio({ children, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <label className="checkbox">
      <input type="radio" {...rest} />
      <span aria-hidden />
      <span className="flex flex-wrap items-center gap-x-3">{children}</span>
    </label>
  );
}
