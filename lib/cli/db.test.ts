import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { MongoClient } from "mongodb";
import { makeDataDir } from "@/packages/embedded-mongodb/src/testing/test-server";

const root = path.resolve(__dirname, "../..");
const folders: string[] = [];
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs `npm run db` on a data directory. Returns the URI that it prints, and its other output. */
async function serve(dataDir: string, ...args: string[]) {
  const command = ["--conditions=react-server", "--import", "tsx", "lib/cli/db.ts", ...args];
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  const said = { errors: "" };
  child.stderr.on("data", (chunk: Buffer) => (said.errors += chunk.toString()));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, said, uri: line.toString().trim() };
}

const socketOf = (uri: string) => decodeURIComponent(/^mongodb:\/\/([^/]+\.sock)\//.exec(uri)?.[1] ?? "");

test("serves a private socket, or a port on request, and says who can reach it", async () => {
  const dataDir = await makeDataDir();
  folders.push(dataDir);
  const socket = await serve(dataDir);
  expect(statSync(socketOf(socket.uri)).mode & 0o777).toBe(0o600);
  expect(socket.said.errors).toBe("");

  const port = await serve(dataDir, "--port", "0");
  expect(port.uri).toMatch(/^mongodb:\/\/127\.0\.0\.1:\d+\//);
  expect(port.said.errors).toMatch(/^Everybody on this machine can reach/);
  for (const { uri } of [socket, port]) {
    const client = new MongoClient(uri);
    await client.db("t").collection("items").insertOne({ uri });
    await client.close();
  }

  // The first process owns the database. When it ends, the second one reports that and ends too.
  socket.child.kill("SIGTERM");
  expect(await once(port.child, "exit")).toEqual([1, null]);
  expect(port.said.errors).toMatch(
    /The server of the database in .* \(process \d+\) has ended\. Start this again/,
  );
});

test("a repeated Ctrl-C does not prevent cleaning up", async () => {
  const dataDir = await makeDataDir();
  folders.push(dataDir);
  const { child, uri } = await serve(dataDir);
  const socket = socketOf(uri);
  expect(existsSync(socket)).toBe(true);
  const exited = once(child, "exit");
  child.kill("SIGINT");
  await setTimeout(2);
  child.kill("SIGINT");
  expect(await exited).toEqual([0, null]);
  expect(existsSync(socket)).toBe(false);
});
