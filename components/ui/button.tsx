import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Icon } from "./icon";
import { Spinner } from "./spinner";

export type ButtonLook = {
  /** primary: the main action. secondary: alternatives. quiet: minor actions. danger: destructive actions. */
  variant?: "primary" | "secondary" | "quiet" | "danger" | undefined;
  /** The class of the icon before the text, such as "icon-plus"; shown at 20 px, decorative. */
  icon?: string | undefined;
};

/** The classes of a button, or of a link that looks like one. */
export function buttonClass({ variant = "primary" }: ButtonLook, className?: string) {
  return clsx("button", `button-${variant}`, className);
}

export type ButtonProps = ButtonLook &
  ComponentProps<"button"> & {
    /** While the action runs: disabled, with a spinner and `busyLabel`. */
    busy?: boolean | undefined;
    /** The label while busy, such as "Saving…"; default: the button's own text. */
    busyLabel?: string | undefined;
  };

/** A button, 48 px high. Set `busy` while its action runs, so that it cannot be pressed twice. */
export function Button({
  variant,
  icon,
  busy = false,
  busyLabel,
  type = "button",
  disabled = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass({ variant }, className)}
      {...rest}
    >
      {busy ? <Spinner /> : icon ? <Icon className={icon} /> : null}
      <span>{busy && busyLabel ? busyLabel : children}</span>
    </button>
  );
}
