"use client";

import { useEffect } from "react";
import { showTheme } from "./theme";

/**
 * Sets the theme on pages that React renders in the browser, where the inline script does not run: responses with 404
 * or 500, and pages that were translated before React took over.
 */
export function ShowTheme() {
  useEffect(showTheme, []);
  return null;
}
