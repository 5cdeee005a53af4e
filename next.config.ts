import type { NextConfig } from "next";
import { SECURITY_HEADERS } from "./lib/security-headers";

const config: NextConfig = {
  agentRules: false,
  poweredByHeader: false,
  typedRoutes: true,
  reactStrictMode: true,
  // Every picture is shown as it is: no one can have us resize thousands of them.
  images: { unoptimized: true },
  // Next.js keeps a copy of each body that passes middleware.ts. What is cut off here is longer than lib/handler.ts
  // allows, so that it is refused there and never taken for a whole one.
  experimental: { proxyClientMaxBodySize: "256kb" },
  // Native or CommonJS-with-dynamic-require packages: loaded by Node, not bundled.
  serverExternalPackages: ["lmdb", "mongodb", "bson", "mingo", "rate-limiter-flexible"],
  headers: async () => [
    { source: "/:path*", headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })) },
  ],
};

export default config;
