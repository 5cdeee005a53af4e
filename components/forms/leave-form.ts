import type { Route } from "next";
import type { useRouter } from "next/navigation";

type NavigationEntry = { url: string | null; index: number };
// In Chromium and Safari; absent from TypeScript's library of the target in use.
type WithNavigation = Window & {
  navigation?: { currentEntry: NavigationEntry | null; entries: () => NavigationEntry[] };
};

/** How far back the screen can be that a form came from: details may lie between. */
const FARTHEST = 2;

/**
 * Leaves a form that has done its work for the screen at `path`: steps back where that screen is just behind,
 * so that "Go back" there never leads into the finished form again; otherwise takes the form's place.
 */
export function leaveForm(router: ReturnType<typeof useRouter>, path: Route): void {
  const { navigation } = window as WithNavigation;
  const here = navigation?.currentEntry?.index ?? 0;
  const behind =
    navigation
      ?.entries()
      .slice(Math.max(here - FARTHEST, 0), here)
      .reverse() ?? [];
  const steps = 1 + behind.findIndex(({ url }) => url !== null && new URL(url).pathname === path);
  if (steps > 0) window.history.go(-steps);
  else router.replace(path);
}
