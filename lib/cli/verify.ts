import { parseArgs } from "node:util";
import { getDb } from "@/lib/db/client";
import { repairDatabase, requireKnownData } from "@/lib/db/prepare";
import { verifyDatabase } from "@/lib/db/verify";
import type { Violation } from "@/lib/db/verify/violation";
import { runCommand } from "./command";
import { endProgress, progress } from "./progress";

const HELP = `npm run verify [-- --repair]
  Checks the configured database. Prints a line for each violation; exits with 1 if there are any.
  --repair  first creates missing indexes, runs all migrations again, and recalculates the balances from the payments`;

void runCommand(async () => {
  const { values } = parseArgs({ options: { repair: { type: "boolean" } } });
  let violations = 0;
  const db = await getDb();
  progress(values.repair ? "Repairing the database" : "Opening the database");
  if (values.repair) await repairDatabase(db);
  else await requireKnownData(db);
  const report = ({ subject, problem }: Violation) => {
    violations += 1;
    endProgress();
    console.log(`${subject}: ${problem}`);
  };
  const checked = await verifyDatabase(report, progress);
  endProgress();
  const { groups, events, expenses, settlements } = checked;
  console.log(
    `${violations} violations in ${groups} groups, ${events} events, ${expenses} expenses, ` +
      `${settlements} settlements.`,
  );
  return violations === 0 ? 0 : 1;
}, HELP);
