import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The memory of a process, in megabytes. */
export function memoryOf(pid: number): number {
  if (process.platform === "win32") {
    const bytes = execFileSync("powershell", ["-Command", `(Get-Process -Id ${pid}).WorkingSet64`]);
    return Number(bytes) / 2 ** 20;
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)])) / 1024;
}

/** Of that, the pages of files, in megabytes, which the system keeps for all processes; NaN without /proc. */
export function filePagesOf(pid: number): number {
  try {
    const [, kilobytes] = /RssFile:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return NaN;
  }
}
