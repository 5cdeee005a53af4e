import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const LINES = 20_000;
/** How many lines are missing. */
const TELLS = /"lines":\d+.*\n/;

// A process of its own, whose standard output is what is tested.
const PROGRAM = `
  const { log } = require("./lib/log/index.ts");
  for (let line = 0; line < ${LINES}; line++) log.info({ line }, "request");
  process.send("went on");
  process.once("message", () => process.exit(0));
`;

function run(output: "pipe" | number) {
  const flags = ["--conditions=react-server", "--import", "tsx", "--eval", PROGRAM];
  return spawn(process.execPath, flags, {
    env: { ...process.env, NODE_ENV: "production", JEST_WORKER_ID: "" },
    stdio: ["ignore", output, "inherit", "ipc"],
    timeout: 100_000,
  });
}

test("a log that nobody reads stalls nothing; the reader is told how many lines are missing, and gets the last ones", async () => {
  const child = run("pipe");
  // Nothing is read yet.
  expect(await once(child, "message")).toEqual(["went on", undefined]);
  let read = "";
  child.stdout!.setEncoding("utf8").on("data", (chunk: string) => {
    const wasTold = TELLS.test(read);
    read += chunk;
    if (!wasTold && TELLS.test(read)) child.send("end");
  });
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(0);
  const lines = read
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { line?: number; lines?: number });
  const written = lines.flatMap(({ line }) => line ?? []);
  const missing = lines.flatMap(({ lines: count }) => count ?? []);
  expect(written).toEqual(Array.from(written, (_, index) => index));
  expect(missing).toEqual([LINES - written.length]);
  expect(missing[0]).toBeGreaterThan(0);
});

test("a log that cannot be written stops nothing", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "evenly-log-"));
  const unwritable = openSync(folder, "r");
  try {
    const child = run(unwritable);
    expect(await once(child, "message")).toEqual(["went on", undefined]);
    child.send("end");
    expect(await once(child, "exit")).toEqual([0, null]);
  } finally {
    closeSync(unwritable);
    rmSync(folder, { recursive: true });
  }
});
