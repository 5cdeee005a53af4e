import "@/testing/own-folder";
import { parseArgs } from "node:util";
import { runCommand } from "@/lib/cli/command";
import { verify } from "../chaos/faults";
import { AppServer } from "../support/server";
import { CRON_SECRET } from "./play";
import { playAtRandom } from "./random-play";
import { crawlAccess } from "./access";

const HELP = `npm run crawl [-- --operations N] [--seed N] [--minutes N]
  Lets ten people use the production build at random, 20000 operations by default, and compares what everybody owes with
  an independent ledger. Then makes every call and loads every screen in every role, and looks for what the role may
  not see. Exits with 1 if anything is wrong. Needs \`npm run build\`.`;

const MINUTE_MS = 60_000;

void runCommand(async () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { operations: text, seed: text, minutes: text } });
  const seed = Number(values.seed ?? 1);
  const started = performance.now();
  const until = started + Number(values.minutes ?? 30) * MINUTE_MS;
  const server = await AppServer.start({ RATE_LIMITS_OFF: "1", DEMO: "1", CRON_SECRET });
  const problems: string[] = [];
  try {
    const report = await playAtRandom(server.url, Number(values.operations ?? 20_000), seed, until);
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `${report.operations} operations (seed ${seed}, ${Math.round(report.operations / seconds)} a second), ` +
        `${report.comparisons} comparisons, ${report.wrong.length} wrong figures, ` +
        `${report.serverErrors.length} 5xx, ${report.unexpected.length} unexpected statuses`,
    );
    const access = await crawlAccess();
    console.log(
      `${access.responses} answers, ${access.leaks.length} leaks, ${access.wrong.length} wrong, ` +
        `${access.serverErrors.length} 5xx`,
    );
    await server.stop();
    const { status, said } = await verify(server.dataDir);
    console.log(`verify: ${status === 0 ? "no violations" : said}`);
    problems.push(
      ...report.problems,
      ...access.problems,
      ...(status === 0 ? [] : ["verify found violations"]),
    );
  } finally {
    await server.dispose();
  }
  for (const problem of problems.slice(0, 50)) console.log(`  ${problem}`);
  return problems.length === 0 ? 0 : 1;
}, HELP);
