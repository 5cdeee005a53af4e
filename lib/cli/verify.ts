import { closeDb } from "@/lib/db/client";
import { verifyDatabase } from "@/lib/db/verify";
import { runCommand } from "./command";

// `npm run verify`: checks the configured database. Prints a line for each violation; exits with 1 if there are any.

void runCommand(async () => {
  let violations = 0;
  try {
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
});
