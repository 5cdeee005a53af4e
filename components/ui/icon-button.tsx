import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Icon } from "./icon";
import { Link, type LinkProps } from "./link";
import { Spinner } from "./spinner";

type Tone = "neutral" | "brand" | "danger";

type Look = {
  /** The accessible name, and the tooltip. Name the object: "Delete Dinner". */
  "aria-label": string;
  tone?: Tone | undefined;
  /** The icon's class, such as "icon-pencil"; shown at 24 px. */
  icon: string;
};

const look = (tone: Tone = "neutral", className?: string) =>
  clsx("icon-button", tone !== "neutral" && `icon-button-${tone}`, className);

export type IconButtonProps = Look &
  Omit<ComponentProps<"button">, "children"> & { busy?: boolean | undefined };

/** An icon-only button: 44 × 44 px, with a required label. */
export function IconButton({
  tone,
  icon,
  busy = false,
  type = "button",
  disabled = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      title={rest["aria-label"]}
      className={look(tone, className)}
      {...rest}
    >
      {busy ? <Spinner /> : <Icon className={icon} />}
    </button>
  );
}

export type IconLinkProps<T extends string> = Look & Omit<LinkProps<T>, "children">;

/** An icon-only link: 44 × 44 px, with a required label. */
export function IconLink<T extends string>({ tone, icon, className, ...rest }: IconLinkProps<T>) {
  return (
    <Link title={rest["aria-label"]} className={look(tone, className)} {...rest}>
      <Icon className={icon} />
    </Link>
  );
}
