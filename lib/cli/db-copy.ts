import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { databaseOf } from "@/lib/db/client";
import { startEmbedded } from "embedded-mongodb";
import { env } from "@/lib/env";
import { runCommand } from "./command";
import { copyDatabase } from "./copy-database";
import { endProgress, progress } from "./progress";

const HELP = `npm run db:copy -- <mongodb-uri> [--db NAME] [--replace]
  Copies the embedded database of DATA_DIR to a MongoDB server.

npm run db:copy -- --from <mongodb-uri> [--db NAME] [--replace]
  Copies the database of a MongoDB server into the embedded one.

  The server's database is that of --db, else MONGODB_DB, else the one in the URI, else "evenly". An empty source is
  refused, and so is a target that contains documents; --replace deletes them first. Stop the application before copying.`;

void runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: {
      from: { type: "string" },
      db: { type: "string" },
      replace: { type: "boolean" },
    },
    allowPositionals: true,
  });
  const uri = values.from ?? positionals[0];
  if (uri === undefined || (values.from !== undefined && positionals.length > 0)) {
    console.log(HELP);
    return 1;
  }
  // Without sweeps, which would delete expired documents between the copy and the comparison.
  const embedded = await startEmbedded({ dataDir: env().DATA_DIR, sweepInterval: Infinity });
  const clients: MongoClient[] = [];
  try {
    const local = new MongoClient(embedded.uri);
    clients.push(local);
    // It throws if the URI is malformed.
    const remote = new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
    clients.push(remote);
    await remote.connect().catch((error: unknown) => {
      throw new Error(
        `The MongoDB server cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    const ours = databaseOf(local);
    const theirs = databaseOf(remote, values.db ?? env().MONGODB_DB);
    const [source, target] = values.from === undefined ? [ours, theirs] : [theirs, ours];
    const copied = await copyDatabase(source, target, { replace: values.replace, progress });
    endProgress();
    for (const { name, documents, checksum } of copied)
      console.log(`${name}: ${documents} documents, ${checksum}`);
    console.log(`${copied.length} collections copied; counts and checksums agree.`);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await embedded.close();
  }
  return 0;
}, HELP);
