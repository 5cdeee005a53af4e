import { spawn } from "node:child_process";
import { once } from "node:events";

/** The embedded database of a data directory on a port, as other tools see it; with the application, if it runs. */
export async function serveDatabase(folder: string) {
  const child = spawn(process.execPath, ["lib/cli/run.mjs", "lib/cli/db.ts", "--port", "0"], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  return { uri: line.toString().trim(), stop };
}
