import { backUp } from "embedded-mongodb/backup";
import { env } from "@/lib/env";
import { checkBackup } from "./check-backup";
import { runCommand } from "./command";
import { endProgress, progress } from "./progress";

const HELP = `npm run backup -- FILE
  Copies the embedded database of DATA_DIR into a new file, as of one moment. The application may be running. The file
  appears when the copy has been read completely. For MONGODB_URI, use mongodump.`;

void runCommand(async () => {
  const [file] = process.argv.slice(2);
  const { DATA_DIR, embedded } = env();
  if (!file || !embedded) {
    console.log(embedded ? HELP : "MONGODB_URI is set: back up that server with mongodump.");
    return 1;
  }
  progress("Copying the database");
  await backUp(DATA_DIR, file, (copy) => {
    progress("Checking the copy");
    return checkBackup(copy);
  });
  endProgress();
  console.log(`The backup is ${file}.`);
  return 0;
}, HELP);
