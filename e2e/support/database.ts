import { spawn } from "node:child_process";
import { once } from "node:events";
import { MongoClient, ObjectId } from "mongodb";
import type { AppServer } from "./server";

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

/** Gives users a name or picture that no demo sign-in leads to. @param changes by id */
export async function changeUsers(
  server: AppServer,
  changes: ReadonlyMap<string, { name?: string; image?: string }>,
): Promise<void> {
  const { uri, stop } = await serveDatabase(server.dataDir);
  const client = await MongoClient.connect(uri);
  try {
    const users = client.db("evenly").collection("users");
    for (const [id, change] of changes) {
      const { modifiedCount } = await users.updateOne({ _id: new ObjectId(id) }, { $set: change });
      if (modifiedCount !== 1) throw new Error(`There is no user ${id} to change.`);
    }
  } finally {
    await client.close();
    await stop();
  }
}
