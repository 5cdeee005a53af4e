// Builds the application once more, with other scripts, in a copy of this checkout: what a deployment replaces it by.
// e2e/deploy/hosts/two-builds.spec.ts runs both.
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const run = (file, args, options) =>
  spawnSync(file, args, { stdio: ["ignore", "pipe", "inherit"], ...options });

/** @returns the folder of the copy, which the caller deletes; null if it could not be built */
export function buildChanged() {
  const folder = mkdtempSync(join(tmpdir(), "evenly-changed-"));
  const files = run("git", [
    "ls-files",
    "-z",
    "--cached",
    "--others",
    "--exclude-standard",
  ]).stdout.toString();
  for (const file of files.split("\0").filter(Boolean)) {
    cpSync(file, join(folder, file));
    // A change in each script.
    if (/^components\/.*\.tsx$/.test(file))
      appendFileSync(join(folder, file), "\n(globalThis as object as { build: 2 }).build = 2;\n");
  }
  // Links, where that is possible: the packages are the same.
  const packages = ["node_modules", join(folder, "node_modules")];
  if (run("cp", ["-al", ...packages]).status !== 0) run("cp", ["-a", ...packages]);
  const env = { ...process.env, TYPES_CHECKED: "1" };
  const { status } = run("npm", ["run", "build"], { cwd: folder, env, stdio: "inherit" });
  return status === 0 ? folder : null;
}
