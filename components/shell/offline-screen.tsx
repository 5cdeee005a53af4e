"use client";

import { useEffect } from "react";
import { pluralize } from "@/lib/core/text/pluralize";
import { sectionOf } from "@/lib/paths";
import { listUnsent } from "@/components/offline/outbox";
import {
  BALANCES_KEY,
  getStoredUser,
  readStored,
  type StoredBalance,
} from "@/components/session/local-storage";
import { Bdi } from "@/components/ui/bdi";
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
 * Shown at the address of any screen without a connection, so reloading is all that recovery takes: with the balances of the
 * home screen when it was last open, and how many expenses wait to be sent.
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
  const balances = path
    ? readStored<{ user: string; at: number; rows: StoredBalance[] }>(BALANCES_KEY)
    : null;
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
          This page will load when you&apos;re back online.
        </p>
        {waiting > 0 ? (
          <p className="text-muted">{`${pluralize(waiting, "expense")} waiting to be sent.`}</p>
        ) : null}
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- loads the page at this address */}
        <a href="" className="button button-primary mt-3">
          <span>Try again</span>
        </a>
        {balances && balances.user === user?._id && balances.rows.length > 0 ? (
          <section aria-labelledby="balances" className="mt-8 w-full max-w-md text-left">
            <h2 id="balances" className="font-bold">
              {`Your balances on ${new Date(balances.at).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short" })}`}
            </h2>
            <ul role="list">
              {balances.rows.map(({ name, words, amount }, index) => (
                <li
                  key={index}
                  className="flex flex-wrap justify-between gap-x-4 border-t border-line py-3 font-bold wrap-anywhere"
                >
                  <Bdi>{name}</Bdi>
                  <span className="text-muted tabular-nums">{`${words} ${amount}`}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </main>
    </>
  );
}
