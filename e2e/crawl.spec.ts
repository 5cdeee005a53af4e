import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "./support/fixtures";

// The short form of `npm run crawl`.

test("120 random operations leave every figure right, and nobody learns what they may not see", async () => {
  test.setTimeout(900_000);
  const child = spawn(process.execPath, ["lib/cli/run.mjs", "e2e/crawl/run.ts", "--operations", "120"]);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const [code] = (await once(child, "close")) as [number];
  expect(said).toMatch(
    / 0 wrong figures, 0 5xx, 0 unexpected statuses\n\d+ answers, 0 leaks, 0 wrong, 0 5xx\n/,
  );
  expect(said).toMatch(/\nverify: no violations\n$/);
  expect(code).toBe(0);
});
