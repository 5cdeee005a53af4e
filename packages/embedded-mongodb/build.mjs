// `npm pack` calls it: compiles the package into dist, with the types of its public modules.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "esbuild";

process.chdir(import.meta.dirname);
rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: ["src/index.ts", "src/thread.ts", "src/thread-entry.ts", "src/server/backup.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  packages: "external",
  plugins: [
    {
      name: "the thread's file is JavaScript",
      setup: ({ onLoad }) => onLoad({ filter: /thread\.ts$/ }, load),
    },
  ],
});
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "--project", "tsconfig.json"], { stdio: "inherit" });

function load({ path }) {
  const contents = readFileSync(path, "utf8").replace("./thread-entry.ts", "./thread-entry.js");
  return { loader: "ts", contents };
}
