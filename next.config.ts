import type { NextConfig } from "next";

// The same for every answer, files included. The Content-Security-Policy carries a nonce: see middleware.ts.
const headers = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  // Browsers heed it over https only.
  { key: "Strict-Transport-Security", value: "max-age=31536000" },
];

const config: NextConfig = {
  agentRules: false,
  poweredByHeader: false,
  typedRoutes: true,
  reactStrictMode: true,
  // Native or CommonJS-with-dynamic-require packages: loaded by Node, not bundled.
  serverExternalPackages: ["lmdb", "mongodb", "bson", "mingo", "rate-limiter-flexible"],
  headers: async () => [{ source: "/:path*", headers }],
};

export default config;
