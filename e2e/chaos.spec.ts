import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "./support/fixtures";

// The short form of `npm run chaos`.

const FAULTS = ["killed", "power cut", "full disk", "replaced"];

test("nothing is lost, doubled, or wrong after a kill, a power cut, a full disk, a replaced file", async () => {
  test.setTimeout(600_000);
  const chosen = FAULTS.flatMap((word) => ["--fault", word]);
  const command = ["lib/cli/run.mjs", "e2e/chaos/run.ts", ...chosen];
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk) => (said += String(chunk)));
  // Each round is shown while it runs.
  child.stdout.pipe(process.stdout);
  const [code] = (await once(child, "close")) as [number];
  expect(said).toMatch(/\nlost 0, doubled 0, wrong 0\n$/);
  expect(code).toBe(0);
});
