// `npm run build:vercel`: leaves .vercel/output, what Vercel would run, without an account. It reuses the standalone build.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "./deploy-tools.mjs";

const PROJECT = ".vercel/project.json";

const modules = installed("vercel", "60.1.3");
// A folder that is linked to a project at Vercel keeps its settings.
if (!existsSync(PROJECT)) {
  mkdirSync(".vercel", { recursive: true });
  const settings = {
    framework: "nextjs",
    installCommand: "",
    buildCommand: "npm run build:standalone -- --if-changed",
  };
  writeFileSync(PROJECT, JSON.stringify({ projectId: "prj_local", orgId: "team_local", settings }));
}
const { status } = spawnSync(
  process.execPath,
  [join(modules, "vercel/dist/vc.js"), "build", "--yes", "--prod"],
  {
    stdio: "inherit",
    env: { ...process.env, VERCEL_TELEMETRY_DISABLED: "1" },
  },
);
process.exit(status ?? 1);
