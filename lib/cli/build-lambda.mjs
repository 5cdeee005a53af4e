// `npm run build:lambda`: leaves .open-next/server-functions/default, whose index.mjs exports Lambda's `handler`, and
// .open-next/assets, the static files. See open-next.config.ts and docs/operations/aws.md.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { installed } from "./deploy-tools.mjs";

const OPENNEXT = "4.1.12";
const TARGET = ".open-next/server-functions/default";
const CHUNKS = [".next/server/chunks", ".next/server/chunks/ssr"];

/** Traced, but not used: by the embedded database, pictures, fonts at build time, and Next.js's other runtimes. */
const UNUSED = [
  ...["@harperfast", "@img", "@lmdb", "detect-libc", "lmdb", "mingo", "msgpackr", "msgpackr-extract"],
  ...["node-gyp-build-optional-packages", "ordered-binary", "react-dom/cjs", "sharp", "weak-lru-cache"],
  ...["next/dist/compiled/@edge-runtime", "next/dist/compiled/edge-runtime"],
  "next/dist/compiled/next-server/app-page-turbo-experimental.runtime.prod.js",
  "next/dist/server/capsize-font-metrics.json",
].map((path) => `node_modules/${path}`);

const modules = installed("@opennextjs/aws", OPENNEXT);
const { status } = spawnSync(process.execPath, [join(modules, "@opennextjs/aws/dist/index.js"), "build"], {
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

for (const path of UNUSED) rmSync(join(TARGET, path), { recursive: true, force: true });
for (const folder of CHUNKS) shareCode(join(TARGET, folder));
console.log(`${TARGET}: ${(sizeOf(TARGET) / 1e6).toFixed(1)} MB unzipped`);

/** The bundler repeats the same code for many routes: each later file refers to the first. */
function shareCode(folder) {
  const first = new Map();
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith(".js")) continue;
    const file = join(folder, name);
    const code = readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=\S+\s*$/, "");
    const same = first.get(code);
    if (same) writeFileSync(file, `module.exports = require(${JSON.stringify(`./${basename(same)}`)});\n`);
    else first.set(code, file);
  }
}

function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
