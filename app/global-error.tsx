"use client";

import "./globals.css";

/**
 * The last resort if the root layout itself fails: a self-contained page. Every screen loads its scripts, so it is short
 * and uses a system font. Next.js logs the error.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <head>
        <title>Evenly</title>
      </head>
      <body>
        <main className="page">
          <div className="empty-state my-auto">
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
