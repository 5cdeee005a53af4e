import { isKeptPath } from "@/lib/paths";
import { tellWorker } from "./forget-screens";

// The screens that public/sw.js keeps on the device (docs/rules.md#without-a-connection).

/** The revision with which each screen was kept last, by path. */
const kept = new Map<string, string>();

/** Keeps the screen that is shown, unless the worker has it: it sees documents, but not what changes in them. */
export function keepScreen(revision: string): void {
  const path = location.pathname;
  if (!isKeptPath(path)) return;
  const isDocument = kept.size === 0 && !!navigator.serviceWorker?.controller;
  tellWorker({ path, changed: !isDocument && kept.get(path) !== revision });
  kept.set(path, revision);
}

/**
 * When the screen was current, in milliseconds since 1970, if it may be out of date: the worker has shown it, or the
 * connection was lost since. Otherwise undefined.
 */
export const asOf = (): string | undefined => document.documentElement.dataset.asOf;
