import { realpathSync } from "node:fs";
import path from "node:path";
import type { DatabaseOptions } from "./database";
import { listen } from "./server/listen";
import { serve, type Part } from "./server/serve";

export { DataDirError } from "./server/data-dir";

export type EmbeddedServer = {
  /** The connection string for the driver. */
  uri: string;
  /** Says who can connect, where that is not its owner alone. */
  exposure: string | null;
  /** Resolves with a sentence when another process, which this one has joined, has ended; it serves no longer. */
  ownerEnded: Promise<string>;
  close(): Promise<void>;
};

export type EmbeddedOptions = DatabaseOptions & {
  dataDir: string;
  /** Listen on this loopback port (0: a free one) as well, and give its connection string. */
  port?: number | undefined;
};

const EXPOSURE = "Everybody on this machine can reach the database's port: it has no passwords.";

type Shared = { part: Promise<Part>; users: number };

// Modules may be loaded more than once in a process: what serves a directory lives on globalThis.
const store = globalThis as typeof globalThis & { evenlyEmbedded?: Map<string, Shared> };

/**
 * Starts the server on a data directory, or joins the process that already serves it (then close() only detaches).
 * @throws DataDirError with a sentence that says what is wrong and what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const all = (store.evenlyEmbedded ??= new Map<string, Shared>());
  const place = realPath(options.dataDir);
  const shared = all.get(place) ?? { part: serve(place, options), users: 0 };
  all.set(place, shared);
  shared.users += 1;
  const forget = () => void (all.get(place) === shared && all.delete(place));
  const leave = async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    forget();
    await (await shared.part.catch(() => null))?.close();
  };
  try {
    const part = await shared.part;
    // A start after the owner has ended opens the directory again.
    void part.ownerEnded.then(forget);
    const extra = options.port === undefined ? null : await listen(place, options.port, part.connect);
    let left: Promise<void> | null = null;
    const { address } = extra ?? part;
    return {
      // There is no network between client and server whose loss would call for a second attempt.
      uri: `mongodb://${address}/?directConnection=true&retryWrites=false`,
      exposure: address.endsWith(".sock") ? null : EXPOSURE,
      ownerEnded: part.ownerEnded,
      close: () => (left ??= Promise.all([extra?.close(), leave()]).then(() => undefined)),
    };
  } catch (error) {
    await leave();
    throw error;
  }
}

function realPath(dataDir: string): string {
  const wanted = path.resolve(dataDir);
  try {
    return realpathSync(wanted);
  } catch {
    return wanted;
  }
}
