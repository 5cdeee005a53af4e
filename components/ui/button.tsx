import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "./spinner";

export type ButtonLook = {
  /** primary: the main action. secondary: alternatives. quiet: minor actions. danger: destructive actions. */
  variant?: "primary" | "secondary" | "quiet" | "danger" | undefined;
  /** Shown before the text, 20 px; decorative. */
  icon?: ReactNode;
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
      {busy ? <Spinner /> : icon}
      <span>{busy && busyLabel ? busyLabel : children}</span>
    </button>
  );
}
