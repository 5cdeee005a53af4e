// `npm pack` calls it: compiles the package into dist, with the types of its public modules.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(fileURLToPath(new URL(".", import.meta.url)));
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const entries = ["src/index.ts", "src/thread.ts", "src/thread-entry.ts", "src/server/backup.ts"];

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: entries,
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: Object.keys(dependencies),
  plugins: [
    {
      name: "the thread's file is JavaScript",
      setup: ({ onLoad }) =>
        onLoad({ filter: /thread\.ts$/ }, ({ path }) => ({
          loader: "ts",
          contents: readFileSync(path, "utf8").replace("./thread-entry.ts", "./thread-entry.js"),
        })),
    },
  ],
});

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const { status } = spawnSync(process.execPath, [compiler, "--project", "tsconfig.json"], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
