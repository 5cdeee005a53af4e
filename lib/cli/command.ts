import { closeDb } from "@/lib/db/client";
import { endProgress } from "./progress";

/**
 * Runs a command, closes the database, and exits with the status. Prints errors as one sentence.
 * @param work returns the exit status
 * @param help printed instead if `--help` is given
 */
export async function runCommand(work: () => Promise<number>, help?: string): Promise<void> {
  if (help && process.argv.includes("--help")) return console.log(help);
  try {
    try {
      process.exitCode = await work();
    } finally {
      await closeDb();
    }
  } catch (error) {
    endProgress();
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
