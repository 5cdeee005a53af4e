// `npm run build:standalone`: leaves .next/standalone complete. `node server.js` in a copy of it is the application,
// and `node cli/verify.mjs` and the like are its commands, as plain JavaScript. lambda.js exports the handler of a function
// that does the same. With --if-changed: only if a source file is newer than that.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { NOTICES } from "./third-party-notices.mjs";

const TARGET = ".next/standalone";
const COMMANDS = ["backup", "db", "db-copy", "migrate", "notify", "restore", "seed", "verify"];

/** Everything that the build reads. */
const SOURCES = [
  ...["app", "components", "lib", "packages/embedded-mongodb/src", "public"],
  ...["instrumentation.ts", "middleware.ts", "next.config.ts", "package-lock.json", "tsconfig.json"],
];

function isCurrent() {
  const [own, ofTarget] = [".next/BUILD_ID", `${TARGET}/.next/BUILD_ID`].map((file) =>
    existsSync(file) ? readFileSync(file, "utf8") : undefined,
  );
  // `npm run build` replaces the files beside it.
  if (!own || own !== ofTarget || !existsSync(`${TARGET}/cli/verify.mjs`)) return false;
  const built = statSync(`${TARGET}/.next/BUILD_ID`).mtimeMs;
  const files = SOURCES.flatMap((source) =>
    statSync(source).isFile()
      ? source
      : readdirSync(source, { recursive: true }).map((name) => join(source, name)),
  );
  return files.every((file) => statSync(file).mtimeMs < built);
}

if (process.argv.includes("--if-changed") && isCurrent()) {
  console.log(`${TARGET} is up to date.`);
  process.exit(0);
}

const started = new Date();
const { status } = spawnSync(process.execPath, ["lib/cli/next.mjs", "build"], {
  stdio: "inherit",
  env: { ...process.env, STANDALONE: "1" },
});
if (status !== 0) process.exit(status ?? 1);
await import("./compress.mjs");

cpSync("public", `${TARGET}/public`, { recursive: true });
for (const folder of [".next/static", ".next/compressed"])
  cpSync(folder, `${TARGET}/${folder}`, { recursive: true });
cpSync(NOTICES, `${TARGET}/${NOTICES}`);

await build({
  entryPoints: { "cli/serve": "lib/cli/serve.mjs", lambda: "lib/cli/lambda.mjs" },
  outdir: TARGET,
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20.19",
  define: { "import.meta.dirname": "__dirname" },
  external: ["next"],
});
writeFileSync(
  `${TARGET}/server.js`,
  `process.chdir(__dirname);
const { PORT: port, HOSTNAME: hostname = "0.0.0.0", KEEP_ALIVE_TIMEOUT: keepAliveTimeout } = process.env;
require("./cli/serve.js").start({ port, hostname, keepAliveTimeout });
`,
);

const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
await build({
  entryPoints: COMMANDS.map((name) => `lib/cli/${name}.ts`),
  outdir: `${TARGET}/cli`,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  // Makes `import "server-only"` an empty module, as it is inside Next.js.
  conditions: ["react-server"],
  // What the server loads from node_modules, the commands do too.
  external: config.serverExternalPackages,
  define: { "process.env.NEXT_RUNTIME": "undefined" },
});

// For --if-changed: what is changed while it is built is newer. In Vercel's builder, Next.js builds a server that does not
// compress, which nothing else may take for its own.
const builtAt = process.env.NOW_BUILDER ? new Date(0) : started;
utimesSync(`${TARGET}/.next/BUILD_ID`, builtAt, builtAt);
