import type { Route } from "next";
import type { useRouter } from "next/navigation";
import { openedFrom } from "@/components/ui/opened-from";

/** How many entries back the form's previous screen can be; details may lie between. */
const FARTHEST = 2;

/**
 * Leaves a submitted form for the screen at `path`. Steps back if that screen is in the recent history, so that "Go
 * back" never leads to the submitted form; otherwise replaces the form.
 */
export function leaveForm(router: ReturnType<typeof useRouter>, path: Route): void {
  // The Navigation API is missing from Safari before version 26.2.
  const { navigation } = window as Partial<Window>;
  const here = navigation?.currentEntry?.index ?? 0;
  // The paths behind, nearest first.
  const behind = navigation
    ? navigation
        .entries()
        .slice(Math.max(here - FARTHEST, 0), here)
        .map(({ url }) => url && new URL(url).pathname)
        .reverse()
    : [openedFrom.current];
  const steps = 1 + behind.indexOf(path);
  if (steps > 0) window.history.go(-steps);
  else router.replace(path);
}
