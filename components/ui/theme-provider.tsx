"use client";

import { ThemeProvider as NextThemesProvider } from "next-themes";
import type { ReactNode } from "react";

/**
 * Sets data-theme on <html> before the first paint, from what was chosen here or else from the system.
 * The colours follow by CSS alone (app/globals.css). `nonce`: for a Content-Security-Policy that asks for one.
 */
export function ThemeProvider({ children, nonce }: { children: ReactNode; nonce?: string | undefined }) {
  return (
    <NextThemesProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      // color-scheme is set by globals.css from the same attribute.
      enableColorScheme={false}
      disableTransitionOnChange
      // The script has done its work in the server's HTML; React warns of an executable one that it makes itself.
      scriptProps={typeof window === "undefined" ? {} : { type: "application/json" }}
      {...(nonce ? { nonce } : {})}
    >
      {children}
    </NextThemesProvider>
  );
}
