import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { CatchErrors } from "@/components/navigation/catch-errors";
import { BackForward } from "@/components/refresh/back-forward";
import { HeadScript } from "@/components/shell/head-script";
import { OldBrowser } from "@/components/shell/old-browser";
import { figtree, figtreeExtended } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Evenly", template: "%s · Evenly" },
  description: "Share expenses with friends and groups, and settle them to the cent.",
  applicationName: "Evenly",
  appleWebApp: { capable: true, title: "Evenly", statusBarStyle: "default" },
  formatDetection: { telephone: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f8f3e9" },
    { media: "(prefers-color-scheme: dark)", color: "#161f1a" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Set by middleware.ts for this request, for the theme's inline script.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    // The theme script changes <html> before hydration, so a mismatch is expected.
    <html lang="en" className={`${figtree.variable} ${figtreeExtended.variable}`} suppressHydrationWarning>
      <head>
        {/* In the head, after the style sheet. The script waits for the style sheet, and the body waits for the script.
            Until the body starts, Chromium holds back most of the page's scripts, which would slow down the style
            sheet. */}
        <HeadScript nonce={nonce} />
      </head>
      <body>
        <OldBrowser />
        {/* If not even the top bar can be rendered, for example without a database. */}
        <CatchErrors>{children}</CatchErrors>
        <BackForward />
      </body>
    </html>
  );
}
