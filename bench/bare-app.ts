import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { elementsOf } from "./elements";

// What the application is compared with (bench/bare): a page and a route of the same Next.js, without data, session, or
// middleware; and the floors, a page and a route that also read what the application's read.

const nextRoot = dirname(createRequire(import.meta.url).resolve("next/package.json"));
const next = join(nextRoot, "dist", "bin", "next");

export type RunningApp = { url: string; pid: number | undefined; stop: () => Promise<void> };

/**
 * Builds and starts the bare app in a temporary folder, which is deleted when it stops.
 * @param screens the HTML of the application's pages, whose elements the floor sends, by name
 */
export async function startBareApp(port: number, screens: Record<string, string>): Promise<RunningApp> {
  const folder = mkdtempSync(join(tmpdir(), "evenly-bare-"));
  cpSync("bench/bare", folder, { recursive: true });
  const elements = Object.entries(screens).map(([name, html]) => [name, elementsOf(html)]);
  writeFileSync(join(folder, "app/floor/screens.json"), JSON.stringify(Object.fromEntries(elements)));
  symlinkSync(dirname(nextRoot), join(folder, "node_modules"), "junction");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  const built = spawnSync(process.execPath, [next, "build"], { cwd: folder, env, encoding: "utf8" });
  if (built.status !== 0) throw new Error(`The bare app could not be built.\n${built.stdout}${built.stderr}`);
  const child = spawn(process.execPath, [next, "start", "-p", String(port)], {
    cwd: folder,
    env,
    stdio: "ignore",
  });
  const url = `http://localhost:${port}`;
  await answering(`${url}/route`, child);
  const stop = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, pid: child.pid, stop };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 300 && child.exitCode === null; attempt++) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await wait(100);
  }
  throw new Error(`The bare app does not answer at ${url}.`);
}
