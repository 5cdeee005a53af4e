import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "./support/fixtures";

// The short form of `npm run chaos`.

const FAULTS = ["killed", "power cut", "full disk", "replaced"];

test("nothing is lost, doubled, or wrong after a kill, a power cut, a full disk, a replaced file", async () => {
  test.setTimeout(600_000);
  const chosen = FAULTS.flatMap((word) => ["--fault", word]);
  const command = ["lib/cli/run.mjs", "e2e/chaos/run.ts", ...chosen];
  const [code] = await once(spawn(process.execPath, command, { stdio: "inherit" }), "close");
  // It prints what was lost, doubled, or wrong, round by round.
  expect(code).toBe(0);
});
