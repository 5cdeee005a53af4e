"use client";

import { clsx } from "clsx";
import { Icon } from "./icon";
import { Link, type LinkProps } from "./link";

export type QuietLinkProps<T extends string> = LinkProps<T> & { icon: string };

/** A link to something that is rarely needed. */
export function QuietLink<T extends string>({ icon, className, children, ...rest }: QuietLinkProps<T>) {
  return (
    <Link className={clsx("quiet-link", className)} {...rest}>
      <Icon className={icon} />
      {children}
    </Link>
  );
}
