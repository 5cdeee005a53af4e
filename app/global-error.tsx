"use client";

import { SavedNote } from "@/components/navigation/saved-note";
import "./globals.css";

/** A page that fails sooner after loading, in milliseconds, would fail again. */
const AT_ONCE = 10_000;

/** A later failure is a response that broke off on a bad connection: a full page load helps. */
const reload = (page: HTMLElement | null) => {
  if (page && performance.now() > AT_ONCE) location.reload();
};

/**
 * The last resort if the root layout itself fails, or a response breaks off: a self-contained page. Every screen loads its
 * scripts, so it is short and uses a system font. Next.js logs the error.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <title>Evenly</title>
        <main className="page" ref={reload}>
          <div className="empty-state my-auto">
            {/* oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize */}
            <img src="/empty/offline.svg" alt="" />
            <div>
              <h1>Something went wrong. Please try again.</h1>
              <SavedNote />
            </div>
            {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- loads the page at this address */}
            <a href="" className="button button-primary">
              Try again
            </a>
          </div>
        </main>
      </body>
    </html>
  );
}
