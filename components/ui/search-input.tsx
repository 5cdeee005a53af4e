import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Input } from "./field";
import { Icon } from "./icon";

/** A text control with a magnifying glass. Use it inside Field. */
export function SearchInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className="relative">
      <Icon className="icon-search pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted" />
      <Input type="search" autoComplete="off" {...rest} className={clsx("pl-12", className)} />
    </span>
  );
}
