/** The 13 bundled group icons. */
export const GROUP_ICONS = [
  "bee",
  "cerberus",
  "chick",
  "pegasus",
  "phoenix",
  "pig",
  "sheep",
  "werewolf",
  "bear",
  "dragon",
  "faun",
  "ikaros",
  "squirell",
] as const;

export type GroupIconName = (typeof GROUP_ICONS)[number];

/** @returns the path of a bundled icon, as stored in a group's `icon` */
export function groupIconUrl(name: GroupIconName): string {
  return `/group-icons/${name}.svg`;
}

/** @returns the name of the icon, `bee`; "" if the path has none */
export function groupIconName(url: string): string {
  return /([\w-]+)\.\w+$/.exec(url)?.[1] ?? "";
}

/** Shown next to the icon picker, because the license of most drawings requires it. */
export const GROUP_ICONS_ATTRIBUTION = {
  text: "Animal icons by game-icons.net (CC\u00a0BY\u00a03.0)",
  href: "https://game-icons.net",
} as const;
