import { parentPort, workerData } from "node:worker_threads";
import { startEmbedded, type EmbeddedOptions } from ".";
import type { Started } from "./thread";

// The thread of thread.ts. It sends where it serves the database, and why it ends.

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const closed = new Promise<null>((resolve) => port.once("message", () => resolve(null)));
  try {
    const server = await startEmbedded(workerData as EmbeddedOptions);
    port.postMessage({ uri: server.uri, exposure: server.exposure } satisfies Started);
    const sentence = await Promise.race([closed, server.ownerEnded]);
    await server.close();
    if (sentence !== null) port.postMessage(sentence);
  } catch (error) {
    port.postMessage(error instanceof Error ? error.message : String(error));
  }
  port.close();
}

if (parentPort) void serve(parentPort);
