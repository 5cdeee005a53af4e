import type { Route } from "next";
import NextLink from "next/link";
import type { ComponentProps } from "react";
import { LinkPending } from "./link-pending";

export type LinkProps<T extends string> = Omit<ComponentProps<"a">, "href"> & { href: Route<T> | URL };

/**
 * A link to a screen. It does not prefetch: screens are rendered per request, so a prefetch would only add load.
 * Pressed, it says so until its screen is there.
 */
export function Link<T extends string>({ href, children, ...rest }: LinkProps<T>) {
  return (
    <NextLink href={href as Route} prefetch={false} {...rest}>
      {children}
      <LinkPending />
    </NextLink>
  );
}
