import { parseArgs } from "node:util";
import { startEmbedded } from "embedded-mongodb";
import { env } from "@/lib/env";
import { runCommand } from "./command";

const HELP = `npm run --silent db [-- --port N]
  Serves the embedded database of DATA_DIR and prints its URI, for mongosh, Compass, or a driver of any language.
  If the application is running, it joins its database. Press Ctrl-C to stop.
  Only you can use the socket in the URI. --port opens a loopback port (0: any free port) for tools without socket
  support; everyone on this machine can reach it.`;

void runCommand(async () => {
  const { values } = parseArgs({ options: { port: { type: "string" } } });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
    throw new Error("--port must be a number from 0 to 65535.");
  }
  const stopped = new Promise<null>((resolve) => {
    // Not once: a terminal and run.mjs both send Ctrl-C, and the second one would end this before it has cleaned up.
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => resolve(null));
  });
  const { DATA_DIR, embedded } = env();
  if (!embedded)
    console.error(`MONGODB_URI is set. This serves the embedded database in ${DATA_DIR} instead.`);
  const server = await startEmbedded({ dataDir: DATA_DIR, port });
  if (server.exposure) console.error(server.exposure);
  console.log(server.uri);
  // Waiting for a signal does not keep a process alive, and clients may connect later.
  const alive = setInterval(() => undefined, 60_000);
  const ended = await Promise.race([stopped, server.ownerEnded]);
  clearInterval(alive);
  await server.close();
  // Not by returning: while a process that is done winds down, a signal already ends it as an error.
  if (ended === null) process.exit(0);
  throw new Error(`${ended} Start this again to serve it from here.`);
}, HELP);
