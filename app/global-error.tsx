"use client";

import { useEffect } from "react";
import "./globals.css";

/**
 * The last resort if the root layout itself fails: a self-contained page. In a font of the system, because every screen
 * loads this page's scripts, which would contain the names of ours.
 */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error]);
  return (
    <html lang="en">
      <head>
        <title>Evenly</title>
      </head>
      <body>
        <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-4">
          <div className="empty-state">
            {/* oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize */}
            <img src="/empty/offline.svg" alt="" width={160} height={120} />
            <div>
              <h1>Something went wrong. Please try again.</h1>
            </div>
            {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- a full page load is what helps here */}
            <a href="/friends" className="button button-primary">
              Start over
            </a>
          </div>
        </main>
      </body>
    </html>
  );
}
