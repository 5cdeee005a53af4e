import { parseArgs } from "node:util";
import { startEmbedded } from "@/lib/db/embedded";
import { env } from "@/lib/env";
import { runCommand } from "./command";

const HELP = `npm run --silent db [-- --port N]
  Serves the embedded database of DATA_DIR on a loopback port (a free one unless told) and prints its URI,
  for mongosh, Compass, mongodump or a driver of any language. Where the application is running, it joins
  its database. Ends with Ctrl-C.`;

void runCommand(async () => {
  const { values } = parseArgs({ options: { port: { type: "string" }, help: { type: "boolean" } } });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error("--port is a number from 0 to 65535.");
  const ended = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const server = await startEmbedded({ dataDir: env().DATA_DIR, port });
  console.log(server.uri);
  // Waiting for a signal alone does not keep a process alive; its clients may come later.
  const alive = setInterval(() => undefined, 60_000);
  await ended;
  clearInterval(alive);
  await server.close();
  return 0;
});
