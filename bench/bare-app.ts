import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, parse } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

// The baseline: a page and a route with 30 rows in the same Next.js, without data, session, or middleware, and a route
// that only reads an event's documents with the driver: the least that a call with data can cost.

const nextRoot = dirname(createRequire(import.meta.url).resolve("next/package.json"));
const next = join(nextRoot, "dist", "bin", "next");

const FILES: Record<string, string> = {
  "package.json": JSON.stringify({ name: "bare", private: true }),
  "next.config.mjs": `export default {
  agentRules: false, poweredByHeader: false, typescript: { ignoreBuildErrors: true }, serverExternalPackages: ["mongodb"],
  turbopack: { root: ${JSON.stringify(parse(process.cwd()).root)} },
};`,
  "app/layout.jsx": `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}`,
  "app/page.jsx": `export const dynamic = "force-dynamic";
const rows = Array.from({ length: 30 }, (_, index) => index);
export default function Page() {
  return <ul>{rows.map((row) => <li key={row}><b>Row {row}</b> <span>Somebody paid ${"$"}{row}.00</span></li>)}</ul>;
}`,
  "app/route/route.js": `export const dynamic = "force-dynamic";
const rows = Array.from({ length: 30 }, (_, index) => ({ _id: String(index), name: "Row " + index, amount: index }));
export function GET() { return Response.json(rows); }`,
  "app/query/route.js": `import { MongoClient, ObjectId } from "mongodb";
let client;
export async function GET(request) {
  const { uri, db, collection, event } = Object.fromEntries(new URL(request.url).searchParams);
  client ??= new MongoClient(uri);
  const rows = client.db(db).collection(collection).find({ eventId: new ObjectId(event), deletedAt: null });
  return Response.json(await rows.sort(collection === "expenses" ? { date: -1, _id: -1 } : {}).limit(31).toArray());
}`,
};

export type RunningApp = { url: string; pid: number | undefined; stop: () => Promise<void> };

/** Writes, builds, and starts the bare app in a temporary folder, which is deleted when it stops. */
export async function startBareApp(port: number): Promise<RunningApp> {
  const folder = mkdtempSync(join(tmpdir(), "evenly-bare-"));
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
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
