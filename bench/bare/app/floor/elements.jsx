"use client";

import { createElement } from "react";
// Written before the build (bench/elements.ts).
import screens from "./screens.json";

const shown = (tree) =>
  typeof tree === "string" ? tree : createElement(tree[0], tree[1], ...tree.slice(2).map(shown));

/** The elements of a screen as one client component, which needs no data: React's cheapest way to send them. */
export function Elements({ screen }) {
  return shown(screens[screen]);
}
