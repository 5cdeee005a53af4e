"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState, type MouseEvent } from "react";
import { Link } from "./link";
import { Icon } from "./icon";

// In Chromium and Safari; absent from TypeScript's library of the target in use.
type WithNavigation = Window & { navigation?: { canGoBack: boolean } };

/** Whether there is a page of ours to step back to. Without the Navigation API: whether there is any. */
function hasHistory(): boolean {
  const { navigation } = window as WithNavigation;
  return navigation ? navigation.canGoBack : window.history.length > 1;
}

/**
 * "Go back": steps back one history entry; leads to `fallback` where there is none (a link opened in a new
 * tab) and where scripts are off.
 */
export function GoBack<T extends string>({ fallback }: { fallback: Route<T> }) {
  const router = useRouter();
  const [leaving, setLeaving] = useState(false);

  function back(event: MouseEvent) {
    const newTab = event.metaKey || event.ctrlKey || event.shiftKey;
    if (newTab || !hasHistory()) return;
    event.preventDefault();
    setLeaving(true);
    router.back();
  }

  return (
    <Link
      href={fallback}
      onClick={back}
      className="go-back -ml-2 inline-flex min-h-11 items-center gap-2 self-start rounded-full py-2 pr-4 pl-2 font-bold text-muted transition-colors duration-150 hover:bg-well hover:text-ink"
    >
      <Icon className="icon-arrow-left size-5 rtl:rotate-180" />
      <span>Go back</span>
      {leaving ? <span hidden className="link-pending" /> : null}
    </Link>
  );
}
