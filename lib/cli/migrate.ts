import { getDb } from "@/lib/db/client";
import { MIGRATIONS } from "@/lib/db/migrations";
import { prepareDatabase } from "@/lib/db/prepare";
import { runCommand } from "./command";
import { endProgress, progress } from "./progress";

const HELP = `npm run migrate
  Brings the configured database to this version, as a start would: creates missing indexes and runs migrations.
  Killed or stopped meanwhile, the next run or start goes on where it was. Old servers must be stopped.`;

void runCommand(async () => {
  progress("Opening the database");
  await prepareDatabase(await getDb(), "all", MIGRATIONS, { report: progress });
  endProgress();
  console.log(`The data is at version ${MIGRATIONS.length}.`);
  return 0;
}, HELP);
