import { MongoClient } from "mongodb";
import { databaseOf } from "@/lib/db/client";
import { startEmbedded } from "embedded-mongodb";
import { checkStorage } from "@/lib/db/verify/storage";

/** Reads everything in the embedded database of a folder. @throws Error with the problems that it has */
export async function checkBackup(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, sweepInterval: Infinity });
  const client = new MongoClient(server.uri);
  const problems: string[] = [];
  try {
    await checkStorage(databaseOf(client), ({ subject, problem }) => problems.push(`${subject}: ${problem}`));
  } finally {
    await client.close();
    await server.close();
  }
  if (problems.length > 0) throw new Error(["The copy is damaged.", ...problems].join("\n"));
}
