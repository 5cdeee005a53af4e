import type { SpawnOptions } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

// What a build leaves is tested as its host runs it: in an empty folder outside the checkout that it cannot write to, from
// another one, as another user, with no variables but its own, with one folder for temporary files, and with limited memory. Tests that root
// does not run keep their user, and systems other than Linux have no such limit.

/** The Node.js that runs it: TEST_NODE, or that of the tests. */
const NODE = process.env.TEST_NODE ?? process.execPath;

/** The user and group that it runs as. Root could write everywhere. */
export const USER = process.getuid?.() === 0 ? 65_534 : process.getuid?.();

/** What a function may take, as docs/operations/aws.md recommends; Node.js 24 reserves half of it for each thread with JavaScript. */
export const MEMORY_KB = 1024 * 1024;

export type Installed = {
  folder: string;
  /** How to run one of its scripts with these variables. */
  run: (
    script: string,
    variables: Record<string, string>,
    args?: readonly string[],
    memoryKb?: number,
  ) => { file: string; args: string[]; options: SpawnOptions };
};

const known = new Map<string, Installed>();

process.once("exit", () => {
  for (const { folder } of known.values()) {
    setWritable(dirname(folder), true);
    rmSync(dirname(folder), { recursive: true, force: true });
  }
});

/**
 * Installs what a build has left, once for each process of the tests.
 * @param source its folder
 * @param script of package.json, which builds it
 * @param more the files that the host adds: where they are, by their paths in the folder
 */
export function install(source: string, script: string, more: Record<string, string> = {}): Installed {
  const key = [source, ...Object.keys(more)].join();
  const present = known.get(key);
  if (present) return present;
  if (!existsSync(source)) throw new Error(`There is no ${source} to test: run \`npm run ${script}\` first.`);
  const base = mkdtempSync(join(tmpdir(), "evenly-installed-"));
  const [folder, temporary] = [join(base, "task"), join(base, "tmp")];
  cpSync(source, folder, { recursive: true, verbatimSymlinks: true });
  for (const [path, file] of Object.entries(more)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(file, join(folder, path), { verbatimSymlinks: true });
  }
  mkdirSync(temporary);
  setWritable(base, false);
  chmodSync(temporary, 0o700);
  if (USER !== undefined) chownSync(temporary, USER, USER);
  const installed: Installed = {
    folder,
    run: (name, variables, args = [], memoryKb = MEMORY_KB) => {
      const command = [NODE, join(folder, name), ...args];
      const [file = "", ...rest] =
        process.platform === "linux"
          ? ["/bin/sh", "-c", `ulimit -d ${memoryKb} && exec "$@"`, "sh", ...command]
          : command;
      const env = { NODE_ENV: "production", TMPDIR: temporary, ...variables } as const;
      const user = USER === undefined ? {} : { uid: USER, gid: USER };
      return { file, args: rest, options: { cwd: temporary, env, ...user } };
    },
  };
  known.set(key, installed);
  return installed;
}

/** Changes the modes of a folder and of everything in it. */
function setWritable(path: string, writable: boolean): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  if (entry.isDirectory()) {
    // To read it, to enter it; mkdtemp lets nobody else.
    chmodSync(path, writable ? 0o755 : 0o555);
    for (const name of readdirSync(path)) setWritable(join(path, name), writable);
    return;
  }
  chmodSync(path, writable ? entry.mode | 0o200 : entry.mode & ~0o222);
}
