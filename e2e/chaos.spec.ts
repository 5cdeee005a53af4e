import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "./support/fixtures";

// The short form of `npm run chaos`.

const FAULTS = ["killed", "power cut", "full disk", "replaced"];

test("nothing is lost, doubled, or wrong after a kill, a power cut, a full disk, a replaced file", async () => {
  test.setTimeout(900_000);
  const chosen = FAULTS.flatMap((word) => ["--fault", word]);
  const child = spawn(process.execPath, ["lib/cli/run.mjs", "e2e/chaos/run.ts", ...chosen]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const [code] = (await once(child, "close")) as [number];
  expect(said).toMatch(/\nlost 0, doubled 0, wrong 0\n$/);
  expect(code).toBe(0);
});
