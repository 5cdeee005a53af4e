import { icons } from "@iconify-json/lucide";
import plugin from "tailwindcss/plugin";

// Lucide's icons as CSS masks, for components/ui/icon.tsx. The style sheet is downloaded once, unlike the HTML and
// JavaScript of every screen. All icons are in one SVG picture, of which a class such as `icon-pencil` shows one, because
// a browser opens each SVG picture as a document of its own.

const NAMES =
  "arrow-left ban calendar calendar-plus car check chevron-down chevron-right circle-alert circle-check " +
  "circle-user-round clock copy download ellipsis gift hand-coins heart-pulse house inbox info loader-circle " +
  "log-out monitor moon pencil plane plus receipt-text refresh-cw rotate-ccw-clock rotate-cw scale search send " +
  "shopping-bag shopping-basket sun tag ticket trash triangle-alert user-check user-minus user-plus user-round " +
  "users users-round utensils wifi-off x zap";

/** With thicker strokes: `icon-user-round-bold`. */
const BOLD = ["circle-user-round", "user-round", "users-round"];

const SIZE = 24;
const COLUMNS = 8;
const STROKE = ' stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

const drawings = [
  ...NAMES.split(" ").map((name) => ({
    name,
    body: icons.icons[name].body.replaceAll(` fill="none"${STROKE}`, ""),
  })),
  ...BOLD.map((name) => ({
    name: `${name}-bold`,
    body: icons.icons[name].body.replaceAll('width="2"', 'width="2.6"'),
  })),
].map((drawing, index) => ({ ...drawing, column: index % COLUMNS, row: Math.floor(index / COLUMNS) }));
const rows = Math.ceil(drawings.length / COLUMNS);

/** The place of each icon in the picture, as a mask-position. */
export const positions = Object.fromEntries(
  drawings.map(({ name, column, row }) => [
    name,
    `${(column / (COLUMNS - 1)) * 100}% ${(row / (rows - 1)) * 100}%`,
  ]),
);

function picture() {
  const placed = drawings.map(
    ({ body, column, row }) => `<g transform="translate(${column * SIZE} ${row * SIZE})">${body}</g>`,
  );
  const box = `0 0 ${COLUMNS * SIZE} ${rows * SIZE}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" fill="none"${STROKE}>${placed.join("")}</svg>`;
  return `url("data:image/svg+xml,${svg.replace(/"/g, "'").replace(/[<>#%]/g, encodeURIComponent)}")`;
}

export default plugin(({ addComponents, matchComponents }) => {
  addComponents({
    ".icon": {
      // The build repeats mask-image with a prefix.
      "--icons": picture(),
      "mask-image": "var(--icons)",
      "mask-size": `${COLUMNS * 100}% auto`,
    },
  });
  matchComponents({ icon: (position) => ({ "mask-position": position }) }, { values: positions });
});
