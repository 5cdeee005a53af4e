"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useTransition, type ComponentProps, type MouseEvent } from "react";

export type LinkProps<T extends string> = Omit<ComponentProps<"a">, "href" | "target" | "download"> & {
  href: Route<T>;
};

/**
 * A link to a screen. Smaller than next/link, because it does not prefetch: screens are rendered per request, so prefetching
 * would only add load. Shows that it is pending until its screen is loaded; app/components.css styles that.
 */
export function Link<T extends string>({ href, children, onClick, ...rest }: LinkProps<T>) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();

  function open(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || elsewhere) return;
    event.preventDefault();
    startTransition(() => router.push(href as Route));
  }

  return (
    <a {...rest} href={href} onClick={open}>
      {children}
      {pending ? <span hidden className="link-pending" /> : null}
    </a>
  );
}
