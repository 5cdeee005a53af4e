import { createHash } from "node:crypto";
import { publicHandler } from "@/lib/server/http/public-handler";
import { openApiDocument } from "@/lib/contract/openapi";

const body = JSON.stringify(openApiDocument());
const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
// Caches revalidate it each time, because it changes with each deployment.
const headers = { "Cache-Control": "public, no-cache", ETag: etag };

export const GET = publicHandler((request) => {
  const known = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers: { ...headers, "Content-Type": "application/json" } });
});
