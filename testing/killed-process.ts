import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";

// Processes that die as with `kill -9` before one of their database commands. The database runs in them, and dies with
// them.

type Ended = { signal: string | null; text: string; errors: string };

/**
 * For the tests of a file: a script of testing/ on a database of their own, which is deleted afterwards.
 * @returns its folder; runs the script, and tells how it ended, and what it printed
 */
export function useProcess(script: string) {
  let dataDir = "";
  // Beside the packages that it imports. Compiled once: tsx takes half of the time of each run.
  const program = path.resolve(`node_modules/.cache/${script}-${process.pid}.mjs`);
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "evenly-killed-"));
    await build({
      entryPoints: [path.join(__dirname, script)],
      outfile: program,
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
      conditions: ["react-server"],
    });
  });
  afterAll(async () => {
    await rm(dataDir, { recursive: true, force: true });
    await rm(program);
  });
  return { folder: () => dataDir, run: (...args: string[]) => runProcess(program, dataDir, args) };
}

function runProcess(program: string, dataDir: string, args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, DATA_DIR: dataDir, MONGODB_URI: "" };
  const options = ["--conditions=react-server", program, ...args];
  const child = spawn(process.execPath, options, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended: Ended = { signal: null, text: "", errors: "" };
  child.stdout.on("data", (chunk: Buffer) => (ended.text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (ended.errors += chunk.toString()));
  return new Promise((resolve) => child.on("close", (_, signal) => resolve({ ...ended, signal })));
}

type Command = (this: unknown, ...args: unknown[]) => Promise<unknown>;

/** Ends this process before its database command at this position, from now on. */
export function dieBefore(position: number): void {
  const { Connection } = createRequire(path.resolve("package.json"))("mongodb/lib/cmap/connection.js") as {
    Connection: { prototype: { command: Command } };
  };
  const send = Connection.prototype.command;
  let sent = 0;
  Connection.prototype.command = function (...args) {
    if (sent++ === position) process.kill(process.pid, "SIGKILL");
    return send.apply(this, args);
  };
}
