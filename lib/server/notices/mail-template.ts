import "server-only";
import { toLine, toLines } from "@/lib/core/text/text";
import type { Message } from "./message";

// An email as HTML and as text: the notice and one button. It loads nothing, so opening it cannot be tracked.

/** The URLs that an email links to. */
export type MailLinks = { open: string; settings: string; unsubscribe?: string | undefined };

/** Isolates around names (lib/core/text/isolate.ts), and placeholders for them while control characters are removed. */
const MARKS = { "\u2068": "\uE000", "\u2069": "\uE001" };

/** Cleans a text as if it had been typed, but keeps the isolates around names. @param clean toLine or toLines */
export function cleaned(clean: (text: string) => string, text: string): string {
  const marks = Object.entries(MARKS);
  const kept = marks.reduce((all, [mark, sign]) => all.replaceAll(mark, sign), text);
  return marks.reduce((all, [mark, sign]) => all.replaceAll(sign, mark), clean(kept));
}

const escape = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;")
    .replaceAll("\n", "<br>")
    .replaceAll("\u2068", "<bdi>")
    .replaceAll("\u2069", "</bdi>");

// Mail clients that ignore style sheets use the attributes: a light theme, which most of them adapt in dark mode.
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
a:focus-visible { outline: 3px solid; outline-offset: 3px }
@media (prefers-color-scheme: dark) {
  .page { background: #161f1a !important; color: #eef2ea !important }
  .card { background: #1f2a24 !important; border-color: #35423a !important }
  .button { background: #83d6ac !important; color: #0e2319 !important }
  .mark { color: #83d6ac !important }
  .foot, .foot a { color: #b3c0b7 !important }
}`;

const FONT = "font-family:Figtree,ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const WRAP = "overflow-wrap:anywhere;word-break:break-word";

/** The parts of an email. Text that people typed is escaped. */
export function mailParts({ title, text }: Pick<Message, "title" | "text">, links: MailLinks) {
  const [heading, body] = [cleaned(toLine, title), cleaned(toLines, text)];
  const why = `You are receiving this because email notifications are on for your account at ${new URL(links.open).host}.`;
  const foot = [
    ["Notification settings", links.settings],
    ...(links.unsubscribe ? [["Unsubscribe", links.unsubscribe]] : []),
  ] as const;
  return {
    text: [
      ...(heading === body ? [] : [heading, ""]),
      ...[body, "", "Open it in Evenly:", links.open, "", "-- ", why],
      ...foot.map(([label, url]) => `${label}: ${url}`),
      "",
    ].join("\n"),
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f8f3e9;color:#20302a">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f8f3e9;color:#20302a;${FONT};font-size:17px;line-height:1.5">
<tr><td align="center" style="padding:24px 16px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;table-layout:fixed">
<tr><td class="mark" style="padding:0 4px 14px;color:#1c7153;font-size:20px;font-weight:800;letter-spacing:-.01em">Evenly</td></tr>
<tr><td class="card" style="background:#fffdf8;border:1px solid #e4dccb;border-radius:20px;padding:28px 24px">
<h1 style="margin:0 0 12px;font-size:21px;line-height:1.3;font-weight:700;${WRAP}">${escape(heading)}</h1>
<p style="margin:0 0 24px;${WRAP}">${escape(body)}</p>
<a class="button" href="${escape(links.open)}" style="display:inline-block;background:#1c7153;color:#fffdf8;padding:12px 26px;border-radius:32px;font-weight:700;text-decoration:none">Open in Evenly</a>
</td></tr>
<tr><td class="foot" style="padding:20px 4px 0;color:#5c6b63;font-size:14px;line-height:1.6;${WRAP}">${escape(why)}<br>
${foot.map(([label, url]) => `<a href="${escape(url)}" style="color:#5c6b63;white-space:nowrap">${label}</a>`).join(" &nbsp;·&nbsp; ")}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`,
  };
}
