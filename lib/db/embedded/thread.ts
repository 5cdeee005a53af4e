import { Worker } from "node:worker_threads";
import type { EmbeddedOptions, EmbeddedServer } from ".";

/** Where the thread serves the database. */
export type Started = Pick<EmbeddedServer, "uri" | "exposure">;

/**
 * Like `startEmbedded` of index.ts, but in a thread of its own, so that neither the database nor its caller waits for
 * the other's computations. Needs a bundler that compiles the thread's file.
 * @throws Error with a sentence that says what is wrong and what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const thread = new Worker(new URL("./thread-entry.ts", import.meta.url), { workerData: options });
  // The thread ends after an error.
  thread.on("error", (error) => console.error(error));
  let why = "The database's thread has ended.";
  let isClosing = false;
  const started = new Promise<Started>((resolve) => {
    thread.on("message", (message: Started | string) => {
      if (typeof message === "string") why = message;
      else resolve(message);
    });
  });
  const exit = new Promise<void>((resolve) => thread.on("exit", () => resolve()));
  const ownerEnded = new Promise<string>((resolve) => void exit.then(() => isClosing || resolve(why)));
  const failed = ownerEnded.then((sentence) => Promise.reject(new Error(sentence)));
  const close = async () => {
    isClosing = true;
    thread.postMessage("close");
    await exit;
  };
  return { ...(await Promise.race([started, failed])), ownerEnded, close };
}
