import type { NextConfig } from "next";

const config: NextConfig = {
  agentRules: false,
  poweredByHeader: false,
  typedRoutes: true,
  reactStrictMode: true,
  // Native or CommonJS-with-dynamic-require packages: loaded by Node, not bundled.
  serverExternalPackages: ["lmdb", "mongodb", "bson", "mingo", "rate-limiter-flexible"],
};

export default config;
