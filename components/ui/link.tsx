import type { Route } from "next";
import NextLink from "next/link";
import type { ComponentProps } from "react";
import { LinkPending } from "./link-pending";

export type LinkProps<T extends string> = Omit<ComponentProps<"a">, "href"> & { href: Route<T> };

/**
 * A link to a screen. It does not prefetch: screens are rendered per request, so prefetching would only add load.
 * Shows that it is pending until its screen is loaded.
 */
export function Link<T extends string>({ href, children, ...rest }: LinkProps<T>) {
  return (
    <NextLink href={href as Route} prefetch={false} {...rest}>
      {children}
      <LinkPending />
    </NextLink>
  );
}
