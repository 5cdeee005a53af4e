import type { NextConfig } from "next";
import { ACTIVE_FILES, SCRIPTS_PATH, securityHeaders } from "./lib/http/security-headers";

const headersOf = (path: string) =>
  Object.entries(securityHeaders(path)).map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  agentRules: false,
  poweredByHeader: false,
  typedRoutes: true,
  reactStrictMode: true,
  // `npm test` checks the types in a step of its own.
  typescript: { ignoreBuildErrors: process.env.TYPES_CHECKED === "1" },
  // Every picture is shown as it is: no one can have us resize thousands of them.
  images: { unoptimized: true },
  // Next.js keeps a copy of each body that passes middleware.ts. What is cut off here is longer than lib/handler.ts
  // allows, so that it is refused there and never taken for a whole one.
  experimental: { proxyClientMaxBodySize: "256kb" },
  // Native or CommonJS-with-dynamic-require packages: loaded by Node, not bundled.
  serverExternalPackages: ["lmdb", "mongodb", "bson", "mingo", "rate-limiter-flexible"],
  headers: async () => [
    { source: `/((?!${SCRIPTS_PATH.slice(1)}).*)`, headers: headersOf("/") },
    { source: `${SCRIPTS_PATH}:path*`, headers: headersOf(SCRIPTS_PATH) },
    ...Object.keys(ACTIVE_FILES).map((source) => ({ source, headers: headersOf(source) })),
  ],
};

export default config;
