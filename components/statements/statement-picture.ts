import { fnv1a } from "@/lib/core/fnv1a";
import { formatDollars } from "@/lib/core/money/money";
import { shortDate } from "@/lib/core/text/dates";
import { graphemesOf } from "@/lib/core/text/graphemes";
import { pluralize } from "@/lib/core/text/pluralize";
import type { Statement } from "@/lib/contract/statements";
import { shortNames } from "@/components/people/short-names";

// The picture of a statement: an SVG without scripts, styles, or links, made of texts that people have entered.

export const PICTURE = { width: 600, height: 500 } as const;

/** The most people on the beam; the picture says how many more there are. */
const ON_BEAM = 6;
const BEAM = { left: 28, top: 358, width: PICTURE.width - 56 };
const INK = "#3c4a43";
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

/**
 * An event's total, its days, and who carried it, as an SVG: everyone's animal on a level beam, larger if they paid
 * more.
 */
export function statementPicture({ event, people, days }: Statement): string {
  const nameOf = shortNames(people.map(({ user }) => user));
  const byPaid = [...people].sort((a, b) => b.paid - a.paid);
  const shown = byPaid.slice(0, ON_BEAM);
  const hidden = byPaid.length - shown.length;
  const most = Math.max(shown[0]?.paid ?? 0, 0.01);
  const column = BEAM.width / Math.max(shown.length, 1);
  const free = [...COLORS];
  const animals = shown.map(({ user, paid }, index) => {
    const x = BEAM.left + column * (index + 0.5);
    const hash = fnv1a(user.name) >>> 0;
    const [color] = free.splice(hash % free.length, 1);
    const scale = Math.min(1.1 + 1.5 * Math.sqrt(paid / most), (column - 8) / 36);
    return (
      animal(x, scale, color!, EARS[(hash >>> 8) % EARS.length]!) +
      label(x, BEAM.top + 62, 23, 700, nameOf(user._id), column - 6) +
      label(x, BEAM.top + 90, 21, 400, formatDollars(paid), column - 6, true)
    );
  });
  const facts = [
    days ? daysText(days) : shortDate(event.date),
    pluralize(event.expenseCount, "expense"),
    pluralize(people.length, "person", "people"),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" ` +
    `viewBox="0 0 ${PICTURE.width} ${PICTURE.height}" font-family="system-ui, sans-serif" fill="${INK}">` +
    `<path fill="#f8f3e9" d="M0 0h600v500H0z"/>` +
    `<path fill="#4db083" fill-opacity=".22" d="M40 320C40 226 150 170 310 170s260 54 250 160-150 126-270 126S40 420 40 320z"/>` +
    text(28, 54, 34, 700, event.title, 544) +
    text(28, 118, 58, 800, formatDollars(event.total), 544, true) +
    text(28, 154, 21, 400, facts.join(" · "), 544, true) +
    `<path fill="#f4b942" ${OUTLINE} d="M300 368l17 26h-34z"/>` +
    `<rect fill="#2f8f6a" ${OUTLINE} x="${BEAM.left}" y="${BEAM.top}" width="${BEAM.width}" height="14" rx="7"/>` +
    animals.join("") +
    text(28, 484, 18, 400, `What each person paid${hidden > 0 ? ` · and ${hidden} more` : ""}`, 544) +
    `</svg>`
  );
}

/** The picture as the source of an image. */
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

type Line = [
  x: number,
  y: number,
  size: number,
  weight: number,
  words: string,
  width: number,
  whole?: boolean,
];

const label = (...line: Line) => text(...line).replace("<text", `<text text-anchor="middle"`);

/**
 * A line of text that is not wider than `width`: shortened, unless it is needed whole, and then squeezed, because the font
 * is not known.
 */
function text(...[x, y, size, weight, words, width, whole = false]: Line): string {
  const fitting = whole ? words : shortened(words, width / (size * LETTER));
  const usual = emsOf(fitting) * size * LETTER;
  // The widest letters are not twice as wide as the average one.
  const squeezed =
    usual * 2 > width
      ? ` textLength="${Math.min(usual, width).toFixed()}" lengthAdjust="spacingAndGlyphs"`
      : "";
  return (
    // Each text has its own direction.
    `<text x="${x.toFixed(1)}" y="${y}" font-size="${size}" font-weight="${weight}" unicode-bidi="plaintext"${squeezed}>` +
    `${escapeXml(fitting)}</text>`
  );
}

/** The width of an average letter, for each pixel of the font's size. */
const LETTER = 0.56;

/** The width of a text in average letters: those of East Asia, and emoji, are about two. */
const emsOf = (words: string) => [...words].reduce((sum, one) => sum + (one > "\u2e7f" ? 2 : 1), 0);

function shortened(words: string, letters: number): string {
  if (emsOf(words) <= letters) return words;
  let kept = "";
  for (const character of graphemesOf(words)) {
    if (kept && emsOf(kept + character) > letters - 1) break;
    kept += character;
  }
  return kept === words ? kept : `${kept.trimEnd()}…`;
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text within an element or an attribute. What XML cannot contain, and what turns the text around, is left out. */
const escapeXml = (words: string) =>
  words
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u202a-\u202e\u2066-\u2069]/gu, "")
    .replace(/[&<>"']/g, (one) => ESCAPES[one]!);
