import type { Route } from "next";
import NextLink from "next/link";
import type { ComponentProps } from "react";

export type LinkProps<T extends string> = Omit<ComponentProps<"a">, "href"> & { href: Route<T> | URL };

/** A link to a screen. It does not prefetch: screens are rendered per request, so a prefetch would only add load. */
export function Link<T extends string>({ href, ...rest }: LinkProps<T>) {
  return <NextLink href={href as Route} prefetch={false} {...rest} />;
}
