import { endProgress } from "./progress";

/**
 * Runs a command and exits with its status. Prints errors as one sentence.
 * @param work returns the exit status
 * @param help printed instead if `--help` is given
 */
export async function runCommand(work: () => Promise<number>, help?: string): Promise<void> {
  if (help && process.argv.includes("--help")) return console.log(help);
  try {
    process.exitCode = await work();
  } catch (error) {
    endProgress();
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
