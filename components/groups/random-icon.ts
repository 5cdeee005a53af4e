import { GROUP_ICONS, groupIconUrl } from "@/lib/core/groups";

/**
 * Picks one of the bundled group icons at random.
 * @param shown the icons shown so far, the current one last; none repeats before all have been shown
 * @returns its URL
 */
export function randomIcon(shown: readonly string[] = []): string {
  const seen = shown.slice(shown.length - (shown.length % GROUP_ICONS.length));
  const urls = GROUP_ICONS.map(groupIconUrl).filter((url) => !seen.includes(url) && url !== shown.at(-1));
  return urls[Math.floor(Math.random() * urls.length)] ?? groupIconUrl(GROUP_ICONS[0]);
}
