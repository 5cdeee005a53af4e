"use client";

import { useEffect } from "react";
import { pluralize } from "@/lib/core/text/pluralize";
import { sectionOf } from "@/lib/paths";
import { listUnsent } from "@/components/offline/outbox";
import { getStoredUser } from "@/components/session/local-storage";
import { ButtonLink } from "@/components/ui/button-link";
import { useClientValue } from "@/components/ui/use-client-value";
import { Bar } from "./bar";

/** The interval at which the server is polled, in milliseconds. */
const INTERVAL = 3000;

async function recover() {
  const response = await fetch("/api/health", { cache: "no-store" }).catch(() => null);
  if (!response?.ok) return;
  // Opened under its own address, it has no screen to wait for.
  if (location.pathname === "/offline") location.replace("/friends");
  else location.reload();
}

/**
 * Shown without a connection at the address of any screen that is not kept, so reloading is all that recovery takes. Says
 * how many expenses wait to be sent, and leads home.
 */
export function OfflineScreen() {
  const path = useClientValue(() => location.pathname, "");
  useEffect(() => {
    const unmounted = new AbortController();
    const { signal } = unmounted;
    // The browser follows the links itself: the router would ask the server for a part of the screen.
    window.addEventListener("click", (event) => event.stopPropagation(), { capture: true, signal });
    window.addEventListener("online", () => void recover(), { signal });
    // Browsers take any Wi-Fi for a connection.
    const timer = setInterval(() => document.hidden || void recover(), INTERVAL);
    return () => {
      unmounted.abort();
      clearInterval(timer);
    };
  }, []);
  const user = path ? getStoredUser() : null;
  const waiting = user ? listUnsent(user._id).filter(({ refusal }) => !refusal).length : 0;
  return (
    <>
      <Bar section={sectionOf(path)} />
      <main
        id="main"
        className="flex min-h-[calc(100dvh-var(--top-bar))] flex-col items-center justify-center gap-3 px-4 pt-4 pb-24 text-center"
      >
        {/* oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize */}
        <img src="/empty/offline.svg" alt="" width={160} height={120} />
        <h1 className="text-3xl/9 font-extrabold tracking-tight">You&apos;re offline</h1>
        <p role="status" className="max-w-xs text-balance text-muted">
          This screen isn&apos;t on this device. It will load when you&apos;re back online.
        </p>
        {waiting > 0 ? (
          <p className="text-muted">{`${pluralize(waiting, "expense")} waiting to be sent.`}</p>
        ) : null}
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          {path === "/friends" ? null : <ButtonLink href="/friends">Go to home</ButtonLink>}
          {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- loads the page at this address */}
          <a href="" className="button button-secondary">
            <span>Try again</span>
          </a>
        </div>
      </main>
    </>
  );
}
