import { parseArgs } from "node:util";
import { closeDb, getDb } from "@/lib/db/client";
import { repairDatabase, requireKnownData } from "@/lib/db/prepare";
import { verifyDatabase } from "@/lib/db/verify";
import { runCommand } from "./command";

const HELP = `npm run verify [-- --repair]
  Checks the configured database. Prints a line for each violation; exits with 1 if there are any.
  --repair  first completes what older versions stored, and recalculates the stored balances from the payments`;

void runCommand(async () => {
  const { values } = parseArgs({ options: { repair: { type: "boolean" } } });
  let violations = 0;
  try {
    const db = await getDb();
    if (values.repair) await repairDatabase(db);
    else await requireKnownData(db);
    const checked = await verifyDatabase(({ subject, problem }) => {
      violations += 1;
      console.log(`${subject}: ${problem}`);
    });
    const { groups, events, expenses, settlements } = checked;
    console.log(
      `${violations} violations in ${groups} groups, ${events} events, ${expenses} expenses, ` +
        `${settlements} settlements.`,
    );
  } finally {
    await closeDb();
  }
  return violations === 0 ? 0 : 1;
}, HELP);
