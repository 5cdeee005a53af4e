import { GROUP_ICONS, groupIconUrl } from "@/lib/core/group-icons";

/**
 * Picks one of the bundled group pictures at random (spec section 9).
 * @param except the picture shown now: another one is picked
 * @returns its URL
 */
export function randomIcon(except?: string): string {
  const urls = GROUP_ICONS.map(groupIconUrl).filter((url) => url !== except);
  return urls[Math.floor(Math.random() * urls.length)] ?? groupIconUrl(GROUP_ICONS[0]);
}
