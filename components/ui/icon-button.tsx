import { clsx } from "clsx";
import type { Route } from "next";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "./spinner";

export type IconButtonTone = "neutral" | "brand" | "danger";

const base =
  "inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors duration-150 disabled:opacity-55 [&_svg]:size-6";

const tones: Record<IconButtonTone, string> = {
  neutral: "text-muted hover:bg-well hover:text-ink",
  brand:
    "bg-brand-soft text-brand hover:bg-brand hover:text-on-brand disabled:hover:bg-brand-soft disabled:hover:text-brand",
  danger: "text-danger hover:bg-danger-soft",
};

type Look = {
  /** What it does, for those who cannot see the icon; also the tooltip. Say to what: "Delete Dinner". */
  "aria-label": string;
  tone?: IconButtonTone | undefined;
  /** A lucide icon; shown at the spec's 24 px. */
  children: ReactNode;
};

export type IconButtonProps = Look & ComponentProps<"button"> & { busy?: boolean | undefined };

/** A button that is only an icon: 44 × 44 px, with a required label. */
export function IconButton({
  tone = "neutral",
  busy = false,
  type = "button",
  disabled = false,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      title={rest["aria-label"]}
      className={clsx(base, tones[tone], className)}
      {...rest}
    >
      {busy ? <Spinner /> : children}
    </button>
  );
}

export type IconLinkProps<T extends string> = Look &
  Omit<ComponentProps<"a">, "href"> & { href: Route<T> | URL };

/** A link that is only an icon: 44 × 44 px, with a required label. */
export function IconLink<T extends string>({
  tone = "neutral",
  className,
  children,
  href,
  ...rest
}: IconLinkProps<T>) {
  return (
    <Link
      href={href as Route}
      title={rest["aria-label"]}
      className={clsx(base, tones[tone], className)}
      {...rest}
    >
      {children}
    </Link>
  );
}
