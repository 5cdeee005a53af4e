import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sep } from "node:path";
import { pipeline } from "node:stream";
import { env } from "@/lib/env";
import { SCRIPTS_PATH } from "./security-headers";

// Scripts and styles as the build has compressed them (lib/cli/compress.mjs). Next.js would compress them anew, and
// worse, for everyone who asks.

const FOLDER = ".next/compressed";
const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/** In Accept-Encoding, unless its quality is 0. */
const BROTLI = /(^|,)\s*br\s*(,|$|;\s*q=(?!0(\.0*)?\s*(,|$)))/i;

/** The sizes of the copies, by their names. */
let known: ReadonlyMap<string, number> | undefined;

function listCopies(): NonNullable<typeof known> {
  if (env().NODE_ENV !== "production" || !existsSync(FOLDER)) return new Map();
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  return new Map(names.map((name) => [name.replaceAll(sep, "/"), statSync(`${FOLDER}/${name}`).size]));
}

/** Sends the copy of a script or style, if there is one and the client knows its format. @returns whether it does */
export function sendCopy(
  path: string,
  { headers, method }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const copy = path.slice(SCRIPTS_PATH.length);
  const size = (known ??= listCopies()).get(copy);
  if (size === undefined) return false;
  response.setHeader("Vary", "Accept-Encoding");
  if (!BROTLI.test(String(headers["accept-encoding"]))) return false;
  // Node.js need not say that it keeps the connection, which is the default. A server that stops says "close".
  if (!response.hasHeader("Connection")) response.removeHeader("Connection");
  response.writeHead(200, {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Encoding": "br",
    "Content-Length": size,
    "Content-Type": TYPES[path.slice(path.lastIndexOf(".") + 1)]!,
  });
  if (method === "HEAD") response.end();
  else pipeline(createReadStream(`${FOLDER}/${copy}`), response, () => undefined);
  return true;
}
