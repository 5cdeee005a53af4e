import { existsSync, readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sep } from "node:path";
import { env } from "@/lib/server/env";
import { acceptedEncodings } from "./compress-answer";
import { SCRIPTS_PATH } from "./security-headers";

// Scripts and styles as the build has compressed them (lib/cli/compress.mjs). Next.js would compress them anew, and
// worse, for everyone who asks.

const FOLDER = ".next/static";
const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

/** The paths that have a copy. */
let known: ReadonlySet<string> | undefined;

function listCopies(): ReadonlySet<string> {
  if (env().NODE_ENV !== "production" || !existsSync(FOLDER)) return new Set();
  const names = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
  const copies = names.filter((name) => name.endsWith(".br"));
  return new Set(copies.map((name) => SCRIPTS_PATH + name.slice(0, -".br".length).replaceAll(sep, "/")));
}

/** Lets Next.js send the copy of a script or style, if there is one and the client knows its format. */
export function preferCopy(path: string, request: IncomingMessage, response: ServerResponse): void {
  known ??= listCopies();
  if (!known.has(path)) return;
  response.setHeader("Vary", "Accept-Encoding");
  if (!acceptedEncodings(request.headers["accept-encoding"]?.toString()).includes("br")) return;
  response.setHeader("Content-Encoding", "br");
  response.setHeader("Content-Type", TYPES[path.slice(path.lastIndexOf(".") + 1)]!);
  request.url = `${path}.br`;
}
