import "server-only";
import { execFile } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { DAY_MS } from "@/lib/core/text/dates";
import { inheritedVariables } from "@/lib/env";
import { log } from "@/lib/log";

const NAME = /^evenly-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.mdb$/;
/** The folder in which a copy is made (packages/embedded-mongodb/src/server/backup.ts). */
const DRAFT = /^\.evenly-/;
const LIMIT_MS = 60 * 60_000;

/**
 * Backs up the embedded database to a new file in `folder`. When the copy has been read completely, deletes the oldest
 * ones, so that `keep` stay. If anything fails, all of them stay.
 */
export async function backUpDaily(
  folder: string,
  keep: number,
  copy: (file: string) => Promise<unknown> = copyInAnotherProcess,
): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `evenly-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z.mdb`;
  // Of a process that was killed while it copied.
  for (const draft of filesOf(folder, DRAFT)) {
    if (Date.now() - lstatSync(draft).mtimeMs > DAY_MS) rmSync(draft, { recursive: true, force: true });
  }
  await copy(path.join(folder, name));
  const others = filesOf(folder, NAME).filter((file) => path.basename(file) !== name);
  for (const file of others.slice(0, Math.max(0, others.length - keep + 1))) rmSync(file);
  log.info({ event: "backup", file: name }, "event");
}

/** The seconds since the newest backup in `folder` was begun; Infinity if there is none. */
export function newestBackupAge(folder: string): number {
  const newest = existsSync(folder) ? filesOf(folder, NAME).at(-1) : undefined;
  if (!newest) return Infinity;
  const [date, time = ""] = path.basename(newest, ".mdb").slice("evenly-".length).split("T");
  return (Date.now() - Date.parse(`${date}T${time.replaceAll("-", ":")}`)) / 1_000;
}

const filesOf = (folder: string, name: RegExp) =>
  readdirSync(folder)
    .filter((file) => name.test(file))
    .sort()
    .map((file) => path.join(folder, file));

/** Runs `npm run backup`, so that reading the copy takes no time from the server, and a crash ends only the copy. */
async function copyInAnotherProcess(file: string): Promise<void> {
  // Complete in a standalone server; otherwise, the sources are there.
  const bundled = "cli/backup.mjs";
  const command = existsSync(bundled) ? [bundled] : ["lib/cli/run.mjs", "lib/cli/backup.ts"];
  try {
    await promisify(execFile)(process.execPath, [...command, path.resolve(file)], {
      env: inheritedVariables(),
      timeout: LIMIT_MS,
    });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(`The database could not be backed up. ${stderr?.trim() ?? ""}`, { cause: error });
  }
}
