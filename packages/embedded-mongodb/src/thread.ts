import { Worker } from "node:worker_threads";
import type { EmbeddedOptions, EmbeddedServer } from ".";

/**
 * The memory of the thread, where no option of V8 says otherwise: little for documents that are read and forgotten, and more
 * than its largest sort needs.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

/** Where the thread serves the database. */
export type Started = Pick<EmbeddedServer, "uri" | "exposure">;

/**
 * Like `startEmbedded` of index.ts, but in a thread of its own, so that neither the database nor its caller waits for
 * the other's computations. Needs a bundler that compiles the thread's file.
 * @throws Error with a sentence that says what is wrong and what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const thread = new Worker(new URL("./thread-entry.ts", import.meta.url), {
    workerData: options,
    resourceLimits: LIMITS,
  });
  let problem: string | null = null;
  const started = new Promise<Started>((resolve) => {
    thread.on("message", (message: Started | string) => {
      if (typeof message === "string") problem = message;
      else resolve(message);
    });
  });
  // The thread ends after an error.
  thread.on("error", (error) => {
    console.error(error);
    problem = `The database's thread has ended: ${error.message}`;
  });
  let state: "serving" | "closing" | "ended" = "serving";
  const exit = new Promise<string | null>((resolve) => thread.on("exit", () => resolve(problem)));
  const ownerEnded = new Promise<string>((resolve) => {
    void exit.then((sentence) => {
      if (state === "serving") resolve(sentence ?? "The database's thread has ended.");
      state = "ended";
    });
  });
  const failed = ownerEnded.then((sentence) => Promise.reject(new Error(sentence)));
  const close = async () => {
    if (state === "ended") return;
    state = "closing";
    thread.postMessage("close");
    const sentence = await exit;
    if (sentence !== null) throw new Error(sentence);
  };
  return { ...(await Promise.race([started, failed])), ownerEnded, close };
}
