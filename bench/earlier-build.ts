import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type Program, withoutSettings } from "../e2e/support/server";

/** An earlier commit, built in a temporary folder. */
export type EarlierBuild = {
  program: Program;
  /** Runs one of its TypeScript files. @returns what it prints */
  run: (args: readonly string[], variables: NodeJS.ProcessEnv) => string;
  dispose: () => void;
};

/**
 * Checks a commit out, installs its packages, and builds it.
 * @param node the Node.js that installs, builds, and serves it
 */
export function buildEarlier(ref: string, node: string): EarlierBuild {
  const folder = mkdtempSync(join(tmpdir(), "evenly-earlier-"));
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`;
  const run = (
    file: string,
    args: readonly string[],
    cwd = folder,
    variables: NodeJS.ProcessEnv = process.env,
  ) => {
    const env = { ...variables, PATH: path };
    const { status, stdout, stderr } = spawnSync(file, args, {
      cwd,
      env,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    if (status !== 0) throw new Error(`${file} ${args.join(" ")} failed for ${ref}.\n${stdout}${stderr}`);
    return stdout;
  };
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  try {
    run("git", ["clone", "--quiet", "--no-checkout", process.cwd(), folder], ".");
    run("git", ["checkout", "--quiet", ref]);
    // Not `npm ci`, which refuses the lock files of some commits.
    run("npm", ["install", "--no-save", "--no-audit", "--no-fund"]);
    run("npm", ["run", "build"]);
  } catch (error) {
    dispose();
    throw error;
  }
  const program: Program = {
    launch: (variables) => ({
      file: node,
      args: ["lib/cli/next.mjs", "start", "-p", variables.PORT!],
      options: { cwd: folder, env: { ...withoutSettings(), ...variables } },
    }),
  };
  return {
    program,
    run: (args, variables) => run(node, ["lib/cli/run.mjs", ...args], folder, variables),
    dispose,
  };
}
