import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const STOPS_WITHIN_MS = 10_000;

/**
 * Stops a process until SIGCONT. The signal alone is only a request: on a busy machine, threads went on for up to 25 ms,
 * and could acknowledge what nobody had looked at.
 * @throws Error if it has ended, or goes on
 */
export async function pause(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  for (const deadline = Date.now() + STOPS_WITHIN_MS; !isStopped(pid); await wait(1))
    if (Date.now() > deadline) throw new Error(`Process ${pid} did not stop`);
}

/** Whether each thread of a process has stopped, or the process, where the system does not tell more. */
function isStopped(pid: number): boolean {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return spawnSync("ps", ["-o", "stat=", "-p", `${pid}`]).stdout.includes("T");
  try {
    return readdirSync(tasks).every((task) => /\) T /.test(readFileSync(`${tasks}/${task}/stat`, "utf8")));
  } catch {
    // A thread has ended meanwhile.
    return false;
  }
}
