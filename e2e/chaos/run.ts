import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runCommand } from "@/lib/cli/command";
import { faults, Victim, verify } from "./faults";
import { Writers } from "./writers";

const HELP = `npm run chaos [-- --rounds N] [--fault WORD]…
  Eight people write to the production build while it is killed, cut off, and damaged. Prints what they saw, and what was
  lost, doubled, or wrong afterwards; exits with 1 if anything was. Needs \`npm run build\`. Linux has all faults.`;

const CALM_MS = 1_500;
// A bound, no promise: a busy machine takes several times as long as the seconds that it prints.
const RECOVERY_MS = 60_000;

void runCommand(async () => {
  const { values } = parseArgs({
    options: { rounds: { type: "string" }, fault: { type: "string", multiple: true } },
  });
  const folder = mkdtempSync(join(tmpdir(), "evenly-chaos-"));
  const victim = await Victim.start(folder);
  const totals = { lost: 0, doubled: 0, wrong: 0 };
  try {
    const writers = new Writers(() => victim.server.url);
    await writers.meet();
    const chosen = faults.filter(
      ({ name }) => !values.fault || values.fault.some((word) => name.includes(word)),
    );
    for (let round = 0; round < Number(values.rounds ?? 1); round++) {
      for (const { name, inflict } of chosen) {
        writers.start();
        await wait(CALM_MS);
        writers.takeSeen();
        const remark = await inflict(victim);
        const ended = performance.now();
        const recovered = await writers.allSucceed(RECOVERY_MS);
        const seconds = ((performance.now() - ended) / 1000).toFixed(1);
        const seen = writers.takeSeen();
        await writers.stop();
        const { lost, doubled, wrong } = await writers.compare();
        const { status, said } = await verify(victim.server.dataDir);
        const problems = [...writers.wrong.splice(0), ...wrong, ...(status === 0 ? [] : [said])];
        if (!recovered) problems.push(`not everyone could write within ${RECOVERY_MS / 1000} s`);
        const saw = `${seen.done} done, ${seen.unavailable} times 503, ${seen.unanswered} unanswered`;
        const signedOut = seen.signedOut > 0 ? `, ${seen.signedOut} times 401` : "";
        console.log(
          `${name}: ${saw}${signedOut}; recovered after ${seconds} s; lost ${lost}, doubled ${doubled}, ` +
            `wrong ${problems.length}${remark ? ` (${remark})` : ""}`,
        );
        for (const problem of problems) console.log(`  ${problem}`);
        totals.lost += lost;
        totals.doubled += doubled;
        totals.wrong += problems.length;
      }
    }
  } finally {
    await victim.endOwner();
    if (process.env.CHAOS_LOG) copyFileSync(victim.server.logFile, process.env.CHAOS_LOG);
    await victim.server.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
  const { lost, doubled, wrong } = totals;
  console.log(`lost ${lost}, doubled ${doubled}, wrong ${wrong}`);
  return lost + doubled + wrong === 0 ? 0 : 1;
}, HELP);
