"use client";

import { missingScriptsScript } from "@/components/navigation/missing-scripts";
import { themeScript } from "@/components/ui/theme";

/**
 * The inline scripts of the head. In a client component, so that the page's data does not repeat them. Browsers run them
 * only in the server's HTML, and hide the nonce from scripts, so React sees a mismatch.
 */
export function HeadScript({ nonce }: { nonce: string | undefined }) {
  const text = typeof window === "undefined" ? themeScript() + missingScriptsScript() : "";
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} suppressHydrationWarning />;
}
