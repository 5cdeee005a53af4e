import type { Route } from "next";
import type { useRouter } from "next/navigation";

type NavigationEntry = { url: string | null; index: number };
// In Chromium and Safari; absent from TypeScript's library of the target in use.
type WithNavigation = Window & {
  navigation?: { currentEntry: NavigationEntry | null; entries: () => NavigationEntry[] };
};

/**
 * Leaves a form that has done its work for the screen at `path`: steps back where that screen is just behind,
 * so that "Go back" there never leads into the finished form again; otherwise takes the form's place.
 */
export function leaveForm(router: ReturnType<typeof useRouter>, path: Route): void {
  const { navigation } = window as WithNavigation;
  const here = navigation?.currentEntry?.index;
  const before = here === undefined ? undefined : navigation?.entries()[here - 1]?.url;
  if (before && new URL(before).pathname === path) router.back();
  else router.replace(path);
}
