import { clsx } from "clsx";
import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "./spinner";

/** primary: the one thing to do here. secondary: other ways on. quiet: small matters. danger: cannot be undone. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

type Look = {
  variant?: ButtonVariant | undefined;
  /** As wide as its container. */
  full?: boolean | undefined;
  /** Shown before the text, 20 px; decoration only. */
  icon?: ReactNode;
};

const base =
  "inline-flex min-h-12 max-w-full items-center justify-center gap-2 rounded-full py-2 text-center text-base/5 font-bold transition-[background-color,box-shadow,translate] duration-150 select-none [&_svg]:size-5 [&_svg]:shrink-0";

// The coloured ones stand on an edge that gives way when pressed.
const raised =
  "active:translate-y-[3px] active:shadow-none disabled:translate-y-0 disabled:shadow-none aria-busy:translate-y-0";

const variants: Record<ButtonVariant, string> = {
  primary: `px-6 bg-brand text-on-brand shadow-[0_3px_0_var(--brand-edge)] hover:bg-brand-strong ${raised}`,
  secondary: "border-[1.5px] border-line-strong px-6 bg-surface text-ink hover:bg-well active:bg-well",
  quiet: "px-4 text-brand hover:bg-brand-soft active:bg-brand-soft",
  danger: `px-6 bg-danger-fill text-on-danger shadow-[0_3px_0_var(--danger-edge)] hover:bg-danger-fill-strong ${raised}`,
};

/** The classes of a button, for what looks like one. */
export function buttonLook({ variant = "primary", full = false }: Look, className?: string) {
  return clsx(base, variants[variant], full && "w-full", className);
}

export type ButtonProps = Look &
  ComponentProps<"button"> & {
    /** While the action runs: disabled, with a spinner and `busyLabel`. */
    busy?: boolean | undefined;
    /** What is being done, e.g. "Saving…"; default: the button's own text. */
    busyLabel?: string | undefined;
  };

/** A button; 48 px high. Give `busy` while its action runs, so that it cannot be pressed twice. */
export function Button({
  variant,
  full,
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
      className={clsx(buttonLook({ variant, full }, className), !busy && "disabled:opacity-55")}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      <span className="min-w-0">{busy && busyLabel ? busyLabel : children}</span>
    </button>
  );
}

export type ButtonLinkProps<T extends string> = Look &
  Omit<ComponentProps<"a">, "href"> & { href: Route<T> | URL };

/** A link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink<T extends string>({
  variant,
  full,
  icon,
  className,
  children,
  href,
  ...rest
}: ButtonLinkProps<T>) {
  return (
    <Link href={href as Route} className={buttonLook({ variant, full }, className)} {...rest}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}
