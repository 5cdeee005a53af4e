/**
 * Runs a command of this folder and ends the process with its status; what goes wrong is said in one sentence.
 * @param work answers the exit status
 */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
