import { createHash } from "node:crypto";
import type { AppError } from "@/lib/errors";
import { RESPONSE_POLICY } from "./content-security-policy";

// The page for requests that are refused before a screen is rendered: cheap and self-contained.

const STYLE = `
:root { color-scheme: light dark; font: 1.125rem/1.5 ui-sans-serif, system-ui, sans-serif }
body { background: #f8f3e9; color: #20302a; margin: 0 }
main { display: grid; gap: 1.5rem; justify-items: center; align-content: center; min-height: 100dvh; max-width: 28rem;
  margin: auto; padding: 1rem; box-sizing: border-box; text-align: center }
img { max-width: 100% }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 }
a { background: #1c7153; color: #fffdf8; padding: .75rem 1.5rem; font-weight: 700;
  border-radius: 2rem; text-decoration: none }
a:focus-visible { outline: 3px solid; outline-offset: 3px }
@media (prefers-color-scheme: dark) {
  body { background: #161f1a; color: #eef2ea }
  a { background: #83d6ac; color: #0e2319 }
}`;

const digest = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `${RESPONSE_POLICY}; style-src 'sha256-${digest}'; img-src 'self'`;

/** Renders a refusal. @returns status, headers, and HTML */
export function plainPage(error: AppError): {
  status: number;
  headers: Record<string, string>;
  body: string;
} {
  return {
    status: error.status,
    headers: {
      ...error.headers,
      // The page is loaded again by itself.
      ...(error.code === "unavailable" && { Refresh: error.headers["Retry-After"] }),
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "Content-Security-Policy": POLICY,
    },
    body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Evenly</title>
<style>${STYLE}</style>
<main>
<img src="/empty/lost.svg" alt="" width="200" height="150">
<h1>${escape(error.message)}</h1>
<a href="/friends">Take me home</a>
</main>
`,
  };
}

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
