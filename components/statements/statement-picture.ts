import { fnv1a } from "@/lib/core/fnv1a";
import { formatDollars } from "@/lib/core/money/money";
import { shortDate } from "@/lib/core/text/dates";
import { graphemesOf } from "@/lib/core/text/graphemes";
import { pluralize } from "@/lib/core/text/pluralize";
import type { Statement } from "@/lib/contract/statements";
import { shortNames } from "@/components/people/short-names";
import { INK, PICTURE, type Picture, type PictureText } from "./picture";

// The picture of a statement: a drawing without text, which is an SVG, and texts that people have entered, which a page
// writes in its own typeface, and the server in that of the product (app/shared/[token]/picture).

/** The most people on the beam; the picture says how many more there are. */
const ON_BEAM = 6;
const MARGIN = 28;
const BEAM = { left: MARGIN, top: 214, width: PICTURE.width - 2 * MARGIN };
const OUTLINE = `stroke="${INK}" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round"`;

const COLORS = ["#f0a07a", "#9cc3ea", "#f4c95d", "#a9d6a0", "#d9a8d8", "#f2a5b4", "#8fd0c8", "#cdb98f"];

/** What is above the heads of a bear, a cat, a rabbit, a bee, a deer, and a chick. Lines have no area to fill. */
const EARS: { d: string; lines?: true }[] = [
  { d: "M2 15a7.5 7.5 0 1 1 12-11zM22 4a7.5 7.5 0 1 1 12 11z" },
  { d: "M4 16V-3L16 5zM32 16V-3L20 5z" },
  { d: "M11 6C4-10 7-21 11-20s6 12 4 24zM25 6c7-16 4-27 0-26s-6 12-4 24z" },
  { d: "M13 2Q12-9 5-11M23 2q1-11 8-13", lines: true },
  { d: "M12 3Q9-6 11-13M10-5 3-9M24 3q3-9 1-16M26-5l7-4", lines: true },
  { d: "M18 0Q13-6 15-11M18 0q0-8 4-11", lines: true },
];

/** An event's total, its days, and who carried it: everyone's animal on a level beam, larger if they paid more. */
export function statementPicture({ event, people, days }: Statement): Picture {
  const nameOf = shortNames(people.map(({ user }) => user));
  const byPaid = [...people].sort((a, b) => b.paid - a.paid);
  const shown = byPaid.slice(0, ON_BEAM);
  const hidden = byPaid.length - shown.length;
  const most = Math.max(shown[0]?.paid ?? 0, 0.01);
  const column = BEAM.width / Math.max(shown.length, 1);
  const centerOf = (index: number) => BEAM.left + column * (index + 0.5);
  const free = [...COLORS];
  const animals = shown.map(({ user, paid }, index) => {
    const hash = fnv1a(user.name) >>> 0;
    const [color] = free.splice(hash % free.length, 1);
    const scale = Math.min(0.65 + 0.7 * Math.sqrt(Math.max(paid, 0) / most), (column - 8) / 36);
    return animal(centerOf(index), scale, color!, EARS[(hash >>> 8) % EARS.length]!);
  });
  const facts = [
    days ? daysText(days) : shortDate(event.date),
    pluralize(event.expenseCount, "expense"),
    pluralize(people.length, "person", "people"),
  ];
  const line = { x: MARGIN, width: BEAM.width };
  return {
    shapes:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" ` +
      `viewBox="0 0 ${PICTURE.width} ${PICTURE.height}" fill="${INK}">` +
      `<path fill="#f8f3e9" d="M0 0h600v315H0z"/>` +
      `<path fill="#4db083" fill-opacity=".22" d="M330 240C300 120 400 40 490 50s130 90 110 170-90 90-150 90-112-20-120-70z"/>` +
      `<g transform="translate(488 22)"><rect fill="#2f8f6a" y="4" width="18" height="5" rx="2.5"/>` +
      `<rect fill="#f4b942" y="13" width="18" height="5" rx="2.5"/></g>` +
      `<path fill="#f4b942" ${OUTLINE} d="M300 224l11 15h-22z"/>` +
      `<rect fill="#2f8f6a" ${OUTLINE} x="${BEAM.left}" y="${BEAM.top}" width="${BEAM.width}" height="10" rx="5"/>` +
      `${animals.join("")}</svg>`,
    texts: [
      short({ x: 512, y: 42, size: 20, weight: 800, words: "Evenly", width: 80 }),
      short({ ...line, y: 46, size: 30, weight: 800, words: event.title, width: 440 }),
      whole({ ...line, y: 96, size: 46, weight: 800, words: formatDollars(event.total) }),
      whole({ ...line, y: 124, size: 20, weight: 500, words: facts.join(" · ") }),
      ...shown.flatMap(({ user, paid }, index): PictureText[] => {
        const below = { x: centerOf(index), width: column - 8, middle: true } as const;
        return [
          short({ ...below, y: 257, size: 20, weight: 800, words: nameOf(user._id) }),
          whole({ ...below, y: 280, size: 19, weight: 500, words: formatDollars(paid) }),
        ];
      }),
      whole({
        ...line,
        y: 305,
        size: 17,
        weight: 500,
        words: `What each person paid${hidden > 0 ? ` · and ${hidden} more` : ""}`,
      }),
    ],
  };
}

/** The drawing as the source of an image. */
export const pictureUrl = (svg: string): string =>
  `data:image/svg+xml,${encodeURIComponent(svg).replace(/%(?:20|3D|3A|2F|2C)/g, decodeURIComponent)}`;

function daysText({ first, last }: { first: string; last: string }): string {
  const count = Math.round((Date.parse(last.slice(0, 10)) - Date.parse(first.slice(0, 10))) / 86_400_000) + 1;
  if (count === 1) return shortDate(first);
  return `${shortDate(first)} – ${shortDate(last)} · ${count} days`;
}

/** Stands on the beam, with its feet at `x`. */
function animal(x: number, scale: number, color: string, ears: (typeof EARS)[number]): string {
  const left = x - 18 * scale;
  return (
    `<g transform="translate(${left.toFixed(1)} ${(BEAM.top - 40 * scale).toFixed(1)}) scale(${scale.toFixed(2)})">` +
    `<path fill="${ears.lines ? "none" : color}" ${OUTLINE} d="${ears.d}"/>` +
    `<path fill="${color}" ${OUTLINE} d="M0 40C-2 16 7 0 18 0s20 16 18 40z"/>` +
    `<circle cx="12" cy="18" r="2.6"/><circle cx="24" cy="18" r="2.6"/>` +
    `<path fill="none" ${OUTLINE} d="M13 25q5 5 10 0"/></g>`
  );
}

/** A text that is shortened to its width. */
const short = (text: PictureText): PictureText => ({
  ...text,
  words: shortened(text.words, text.width / text.size),
});

/** A text that is needed whole: a smaller one if it would be too wide. */
const whole = (text: PictureText): PictureText => ({
  ...text,
  size: Math.min(text.size, Math.floor((10 * text.width) / emsOf(text.words)) / 10),
});

/** About how wide a text is for each pixel of its size, in the product's typeface, or in that of its script. */
const emsOf = (words: string) => [...words].reduce((sum, one) => sum + emOf(one), 0);

function emOf(character: string): number {
  if (/[ .,:;'’!|()[\]·ijlIft]/.test(character)) return 0.32;
  if (/[mwMW@%—]/.test(character)) return 0.98;
  // East Asia, and emoji.
  if (character > "\u2e7f") return 1.3;
  if (/\d/.test(character)) return 0.63;
  return /\p{Lu}/u.test(character) ? 0.72 : 0.6;
}

function shortened(words: string, ems: number): string {
  if (emsOf(words) <= ems) return words;
  let kept = "";
  for (const character of graphemesOf(words)) {
    if (kept && emsOf(`${kept}${character}…`) > ems) break;
    kept += character;
  }
  return kept === words ? kept : `${kept.trimEnd()}…`;
}
