"use client";

import { useEffect } from "react";
import { showTheme } from "./theme";

/**
 * Sets the theme on pages that React renders only in the browser, where the inline script does not run: answers with 404
 * or 500.
 */
export function ShowTheme() {
  useEffect(showTheme, []);
  return null;
}
