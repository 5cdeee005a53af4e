// The hosts' own build tools, which are not dependencies of the application: installed on first use, each in a folder
// of its own.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FOLDER = resolve(process.env.DEPLOY_TOOLS_DIR ?? "node_modules/.cache/evenly-deploy");

/**
 * Installs an npm package at exactly this version, unless it is there.
 * @returns the folder of its node_modules; ends the process with a sentence if the package cannot be had
 */
export function installed(name, version) {
  const folder = join(FOLDER, `${name.replace(/\W+/g, "-")}-${version}`);
  const modules = join(folder, "node_modules");
  if (existsSync(modules)) return modules;
  console.log(`Installing ${name} ${version} into ${folder}, once.`);
  // Complete or absent, also if it is interrupted.
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  writeFileSync(join(fresh, "package.json"), `${JSON.stringify({ private: true })}\n`);
  // Not its peers, which are the application's own packages.
  const args = [
    "install",
    "--no-audit",
    "--no-fund",
    "--legacy-peer-deps",
    "--loglevel=error",
    `${name}@${version}`,
  ];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: fresh, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: fresh, stdio: "inherit" });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    console.error(
      `${name} ${version} could not be installed: this command needs the npm registry the first time.`,
    );
    process.exit(1);
  }
  renameSync(fresh, folder);
  return modules;
}
