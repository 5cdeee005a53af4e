"use client";

import { useEffect } from "react";
import { figtree, figtreeExtended } from "./fonts";
import "./globals.css";

/** The last resort if the root layout itself fails: a self-contained page. */
export default function GlobalError({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error]);
  return (
    <html lang="en" className={`${figtree.variable} ${figtreeExtended.variable}`}>
      <head>
        <title>Evenly</title>
      </head>
      <body>
        <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-6 px-4 text-center">
          {/* oxlint-disable-next-line nextjs/no-img-element -- an SVG: nothing to optimize */}
          <img src="/empty/offline.svg" alt="" width={160} height={120} />
          <h1 className="text-2xl font-extrabold">Something went wrong. Please try again.</h1>
          {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- a full page load is what helps here */}
          <a href="/friends" className="rounded-full bg-brand px-6 py-3 font-bold text-on-brand">
            Start over
          </a>
        </main>
      </body>
    </html>
  );
}
