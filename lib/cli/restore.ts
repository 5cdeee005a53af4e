import { restore } from "embedded-mongodb/backup";
import { env } from "@/lib/env";
import { checkBackup } from "./check-backup";
import { runCommand } from "./command";
import { endProgress, progress } from "./progress";

const HELP = `npm run restore -- FILE
  Puts a backup of the embedded database in DATA_DIR, which may have no database. Stop the application first.`;

void runCommand(async () => {
  const [file] = process.argv.slice(2);
  const { DATA_DIR, embedded } = env();
  if (!file || !embedded) {
    console.log(embedded ? HELP : "MONGODB_URI is set: restore that server with mongorestore.");
    return 1;
  }
  progress("Checking the backup");
  await restore(DATA_DIR, file, checkBackup);
  endProgress();
  console.log(`The backup is in ${DATA_DIR}. Start the application.`);
  return 0;
}, HELP);
