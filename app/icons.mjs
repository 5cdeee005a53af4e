import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { icons } from "@iconify-json/lucide";
import plugin from "tailwindcss/plugin";

// Lucide's icons as CSS masks, for components/ui/icon.tsx. They are in a file, which is downloaded once, and not in the HTML
// and JavaScript of every screen. The first frame does not wait for it, as it does for the style sheet. All are in one
// sprite, because browsers load each SVG image as a separate document; a class such as `icon-pencil` selects one.

const NAMES =
  "arrow-left arrow-right ban bell calendar calendar-plus car chart-column check chevron-down chevron-right circle-alert circle-check " +
  "circle-user-round clock copy download ellipsis folder-input gift hand-coins heart-pulse house inbox info loader-circle " +
  "lock log-out merge message-circle monitor moon pencil plane plus printer receipt-text refresh-cw rotate-ccw-clock rotate-cw scale search send " +
  "shopping-bag shopping-basket sun tag ticket trash triangle-alert user-check user-minus user-plus user-round " +
  "upload users users-round utensils wifi-off x zap";

/** With thicker strokes: `icon-user-round-bold`. */
const BOLD = ["circle-user-round", "user-round", "users-round"];

const SIZE = 24;
/** Eleven, so that their positions are round percentages. */
const COLUMNS = 11;
const STROKE = ' stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

const drawings = [
  ...NAMES.split(" ").map((icon) => ({ icon, name: icon, attributes: "" })),
  ...BOLD.map((icon) => ({ icon, name: `${icon}-bold`, attributes: ' stroke-width="2.6"' })),
].map((drawing, index) => ({ ...drawing, column: index % COLUMNS, row: Math.floor(index / COLUMNS) }));
const rows = Math.ceil(drawings.length / COLUMNS);

/** The mask-position of each icon in the sprite. */
export const positions = Object.fromEntries(
  drawings.map(({ name, column, row }) => [
    name,
    `${(column / (COLUMNS - 1)) * 100}% ${(row / (rows - 1)) * 100}%`,
  ]),
);

const groups = drawings.map(({ icon, attributes, column, row }) => {
  const body = icons.icons[icon].body.replaceAll(` fill="none"${STROKE}`, "");
  return `<g transform="translate(${column * SIZE} ${row * SIZE})"${attributes}>${body}</g>`;
});

/** An SVG with all icons in a grid. */
export const sprite =
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${COLUMNS * SIZE} ${rows * SIZE}" fill="none"${STROKE}>` +
  `${groups.join("")}</svg>`;

export default plugin(({ addBase, matchComponents }) => {
  const file = fileURLToPath(new URL("sprite.svg", import.meta.url));
  // In the repository, because the build looks for it before it has run this. What is written anew is built anew.
  if (!existsSync(file) || readFileSync(file, "utf8") !== sprite) writeFileSync(file, sprite);
  addBase({ ":root": { "--icons": 'url("./sprite.svg")', "--icons-size": `${COLUMNS * 100}%` } });
  matchComponents({ icon: (position) => ({ "--icon": position }) }, { values: positions });
});
