/** The 13 bundled pictures a group can have; the names are the specification's (section 9). */
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

/** @returns the path of a bundled group picture, as it is stored in a group's `icon` */
export function groupIconUrl(name: GroupIconName): string {
  return `/group-icons/${name}.svg`;
}

/** Shown beside the choice of a group icon: the licence of most of the drawings asks for it. */
export const GROUP_ICONS_ATTRIBUTION = {
  text: "Animal icons by game-icons.net (CC BY 3.0)",
  href: "https://game-icons.net",
} as const;
