import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Stops a process until SIGCONT. The signal alone is only a request: on a busy machine, threads went on for up to 25 ms,
 * and could acknowledge what nobody had looked at.
 */
export async function pause(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  while (!isStopped(pid)) await wait(1);
}

/** Whether each thread of a process has stopped, or the process, where the system does not tell more. */
function isStopped(pid: number): boolean {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return spawnSync("ps", ["-o", "stat=", "-p", `${pid}`]).stdout.includes("T");
  return readdirSync(tasks).every((task) => /\) T /.test(readFileSync(`${tasks}/${task}/stat`, "utf8")));
}
