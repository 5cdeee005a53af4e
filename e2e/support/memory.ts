import { execFileSync } from "node:child_process";

/** The memory of a process, in megabytes. */
export function memoryOf(pid: number): number {
  if (process.platform === "win32") {
    const bytes = execFileSync("powershell", ["-Command", `(Get-Process -Id ${pid}).WorkingSet64`]);
    return Number(bytes) / 2 ** 20;
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)])) / 1024;
}
