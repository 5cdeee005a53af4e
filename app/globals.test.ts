import { readFileSync } from "node:fs";
import path from "node:path";

// The contrast required by WCAG 2.2 AA, computed from the design tokens, in both themes.

const css = readFileSync(path.join(__dirname, "globals.css"), "utf8");
const themes = ["light", "dark"] as const;

function token(name: string, theme: (typeof themes)[number]): string {
  const value = new RegExp(`--color-${name}: (.+);`).exec(css)?.[1];
  if (!value) throw new Error(`no token --color-${name}`);
  const both = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value);
  const color = both ? both[theme === "light" ? 1 : 2] : value;
  if (!color || !/^#\w{6}$/.test(color)) throw new Error(`--color-${name} is not a plain color: ${value}`);
  return color;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const people = Array.from({ length: 12 }, (_, index) => `person-${index + 1}`);

/** Text color → the surfaces that it is used on. */
const text: Record<string, string[]> = {
  ink: ["paper", "surface", "raised", "well", "brand-soft", "owed-soft", "owe-soft", "sun-soft"],
  muted: ["paper", "surface", "well"],
  brand: ["paper", "surface", "raised", "well", "brand-soft"],
  owed: ["paper", "surface", "well", "owed-soft"],
  owe: ["paper", "surface", "well", "owe-soft"],
  danger: ["paper", "surface", "well", "danger-soft"],
  "on-brand": ["brand", "brand-strong"],
  "on-sun": ["sun-soft"],
  "on-danger": ["danger-fill", "danger-fill-strong"],
  "person-ink": people,
};

/** Parts of controls and icons, which need 3:1. */
const graphics: Record<string, string[]> = {
  "line-strong": ["paper", "surface", "well"],
  dot: ["paper", "surface"],
  focus: ["paper", "surface", "well"],
  brand: ["paper", "surface"],
};

const rows = (pairs: Record<string, string[]>) =>
  themes.flatMap((theme) =>
    Object.entries(pairs).flatMap(([front, backs]) => backs.map((back) => [front, back, theme] as const)),
  );

test.each(rows(text))("text %s on %s (%s) is readable", (front, back, theme) => {
  expect(contrast(token(front, theme), token(back, theme))).toBeGreaterThanOrEqual(4.5);
});

test.each(rows(graphics))("%s on %s (%s) is visible", (front, back, theme) => {
  expect(contrast(token(front, theme), token(back, theme))).toBeGreaterThanOrEqual(3);
});

test.each(themes)("the browser's own bars have the color of the page (%s)", (theme) => {
  const layout = readFileSync(path.join(__dirname, "layout.tsx"), "utf8");
  expect(layout).toContain(`"(prefers-color-scheme: ${theme})", color: "${token("paper", theme)}"`);
});

test("no token is pure black", () => {
  expect(css).not.toMatch(/#000(?:000)?\b/);
});
