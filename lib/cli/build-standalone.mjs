// `npm run build:standalone`: leaves .next/standalone complete. `node server.js` in a copy of it is the application,
// and `node cli/verify.mjs` and the like are its commands, as plain JavaScript.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const TARGET = ".next/standalone";
const COMMANDS = ["backup", "db", "db-copy", "restore", "seed", "verify"];

const { status } = spawnSync(process.execPath, ["lib/cli/next.mjs", "build"], {
  stdio: "inherit",
  env: { ...process.env, STANDALONE: "1" },
});
if (status !== 0) process.exit(status ?? 1);

cpSync("public", `${TARGET}/public`, { recursive: true });
cpSync(".next/static", `${TARGET}/.next/static`, { recursive: true });

await build({
  entryPoints: ["lib/cli/before-start.mjs"],
  outfile: `${TARGET}/cli/before-start.cjs`,
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20.19",
});
const server = readFileSync(`${TARGET}/server.js`, "utf8");
writeFileSync(`${TARGET}/server.js`, `require("./cli/before-start.cjs")\n${server}`);

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
