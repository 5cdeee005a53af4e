"use client";

import type { Route } from "next";
import { usePathname, useRouter } from "next/navigation";
import { useState, type MouseEvent } from "react";
import { Link } from "./link";
import { Icon } from "./icon";

/** Whether the previous history entry is one of our pages; without the Navigation API, whether there is any. */
function hasHistory(): boolean {
  const { navigation } = window as Partial<Window>;
  return navigation ? navigation.canGoBack : window.history.length > 1;
}

/**
 * "Go back": steps back one history entry. Links to `fallback` if there is none (a link opened in a new tab), and
 * without JavaScript.
 */
export function GoBack<T extends string>({ fallback }: { fallback: Route<T> }) {
  const router = useRouter();
  const shown = usePathname();
  const [leaving, setLeaving] = useState(false);

  function back(event: MouseEvent) {
    const newTab = event.metaKey || event.ctrlKey || event.shiftKey;
    if (newTab || !hasHistory()) return;
    event.preventDefault();
    // The step back is still loading its screen.
    if (location.pathname !== shown) return;
    setLeaving(true);
    router.back();
  }

  return (
    <Link
      href={fallback}
      data-back=""
      onClick={back}
      className="pending:*:animate-breathe pending:*:opacity-70 -ml-2 inline-flex min-h-11 items-center gap-2 self-start rounded-full py-2 pr-4 pl-2 font-bold text-muted transition-colors duration-150 hover:bg-well hover:text-ink active:bg-well active:text-ink print:hidden pending:bg-well pending:text-ink [&>.icon]:size-5 rtl:[&>.icon]:rotate-180"
    >
      <Icon className="icon-arrow-left" />
      <span>Go back</span>
      {leaving ? <span hidden className="link-pending" /> : null}
    </Link>
  );
}
