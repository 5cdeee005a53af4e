import type { CSSProperties } from "react";
import { GROUP_ICONS, groupIconUrl, type GroupIconName } from "@/lib/core/group-icons";

/** The background color of each group icon. */
export const GROUP_COLORS: Record<GroupIconName, string> = {
  bee: "#a97416",
  cerberus: "#a8353a",
  chick: "#bf7028",
  pegasus: "#3d73b6",
  phoenix: "#c9532c",
  pig: "#c05880",
  sheep: "#198585",
  werewolf: "#56538b",
  bear: "#84573f",
  dragon: "#2d7b48",
  faun: "#687b33",
  ikaros: "#0087ab",
  squirell: "#954a94",
};

/** @returns the style that sets `--tint` to the background color of a group icon; undefined for an unknown icon */
export function tintOf(icon: string): CSSProperties | undefined {
  const name = GROUP_ICONS.find((one) => groupIconUrl(one) === icon);
  return name && ({ "--tint": GROUP_COLORS[name] } as CSSProperties);
}
