"use client";

import { useEffect } from "react";
import { missingScriptsScript } from "@/components/navigation/missing-scripts";
import { showTheme, themeScript } from "@/components/ui/theme";

/**
 * The inline scripts of the head. In a client component, so that the page's data does not repeat them. Browsers run them
 * only in the server's HTML, and hide the nonce from scripts, so React sees a mismatch. The effect sets the theme on pages
 * that React renders in the browser: responses with 404 or 500, and pages that were translated before React took over.
 */
export function HeadScript({ nonce }: { nonce: string | undefined }) {
  useEffect(showTheme, []);
  const text = typeof window === "undefined" ? themeScript() + missingScriptsScript() : "";
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />;
}
