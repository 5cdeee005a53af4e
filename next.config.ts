import type { NextConfig } from "next";
import { GUARD_HEADER } from "./lib/server/http/guard-mark";
import {
  ACTIVE_FILES,
  LINK_HEADERS,
  PLAIN_PATHS,
  POLICY,
  SCRIPTS_PATH,
  securityHeaders,
  STRICT_TRANSPORT,
  strictTransport,
} from "./lib/server/http/security-headers";

const LINK_PATHS = ["/join", "/api/join", "/shared", "/unsubscribe", "/api/unsubscribe"].map(
  (path) => `${path}/:path*`,
);

const ALL_BUT_SCRIPTS = `/((?!${SCRIPTS_PATH.slice(1)}).*)`;

// Without the header that depends on a setting.
const headersOf = (path: string) =>
  Object.entries(securityHeaders(path))
    .filter(([key]) => key !== STRICT_TRANSPORT)
    .map(([key, value]) => ({ key, value }));

const config: NextConfig = {
  agentRules: false,
  poweredByHeader: false,
  typedRoutes: true,
  reactStrictMode: true,
  // `npm test` checks the types in a separate step.
  typescript: { ignoreBuildErrors: process.env.TYPES_CHECKED === "1" },
  // Pictures are shown as they are, so that nobody can make the server resize thousands of them.
  images: { unoptimized: true },
  // Next.js buffers each body that passes middleware.ts. It cuts off bodies above this limit, which is more than any
  // operation takes, so that a truncated body is refused and never taken for a complete one.
  // Code is loaded when its screen or call is asked for: loading all of it takes a second, and 20 MB.
  experimental: {
    proxyClientMaxBodySize: 6 * 1024 * 1024,
    preloadEntriesOnStart: false,
    // What all screens load is one script, and what a screen adds is another: fewer headers, and better compressed.
    turbopackChunking: { minChunkSize: 200_000 },
  },
  turbopack: {
    resolveAlias: {
      // The browsers of package.json have what these polyfills add, but for URL.canParse, which nothing calls there.
      "../build/polyfills/polyfill-module": "./node_modules/server-only/empty.js",
      // What the router shows if there is no app/global-error.tsx.
      "./builtin/global-error": "./app/global-error.tsx",
      // What a check of the development server uses; in a production build, all of it is null.
      "./instant-validation/boundary": {
        browser: "next/dist/client/components/instant-validation/impl.browser.js",
      },
      // swr's replacement of a hook that this React has.
      "use-sync-external-store/shim": "react",
    },
  },
  // `npm run build:standalone`: the server with nothing but the files that it needs.
  output: process.env.STANDALONE === "1" ? "standalone" : undefined,
  // lmdb requires its native module by a computed name, which tracing does not follow.
  outputFileTracingIncludes: { "*": ["node_modules/@lmdb/lmdb-*/**"] },
  // Pictures are not resized, and the one that is drawn needs only WebAssembly.
  outputFileTracingExcludes: { "*": ["node_modules/sharp/**", "node_modules/@img/**"] },
  // Native packages, or CommonJS with dynamic require: Node loads them, they are not bundled.
  serverExternalPackages: [
    "lmdb",
    "mongodb",
    "bson",
    "mingo",
    "rate-limiter-flexible",
    "pino",
    "nodemailer",
    "prom-client",
  ],
  headers: async () => [
    {
      source: ALL_BUT_SCRIPTS,
      headers: headersOf("/").filter(({ key }) => key !== POLICY),
    },
    {
      source: ALL_BUT_SCRIPTS,
      // The guard sends it by the settings of the running server; these are the settings of the build.
      missing: [{ type: "header", key: GUARD_HEADER }],
      headers: [{ key: STRICT_TRANSPORT, value: strictTransport() }],
    },
    ...LINK_PATHS.map((source) => ({
      source,
      headers: Object.entries(LINK_HEADERS).map(([key, value]) => ({ key, value })),
    })),
    // Some hosts let these headers win over those of middleware.ts, so only paths that it does not handle get a policy.
    ...PLAIN_PATHS.map((source) => ({ source, headers: headersOf("/").filter(({ key }) => key === POLICY) })),
    { source: `${SCRIPTS_PATH}:path*`, headers: headersOf(SCRIPTS_PATH) },
    ...Object.keys(ACTIVE_FILES).map((source) => ({ source, headers: headersOf(source) })),
  ],
};

export default config;
