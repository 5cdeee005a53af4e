import { realpathSync } from "node:fs";
import path from "node:path";
import type { DatabaseOptions } from "./database";
import { listen } from "./server/listen";
import { serve, type Part } from "./server/serve";

export { DataDirError } from "./server/data-dir";

export type EmbeddedServer = {
  /** The connection string for the driver. */
  uri: string;
  /** Says who can connect, if others than the owner can. */
  exposure: string | null;
  /** Resolves with a sentence when the owner process that this one joined has ended. Then nothing is served. */
  ownerEnded: Promise<string>;
  close(): Promise<void>;
};

export type EmbeddedOptions = DatabaseOptions & {
  dataDir: string;
  /** Also listens on this loopback port (0: any free one), and returns its connection string. */
  port?: number | undefined;
};

const EXPOSURE = "Everybody on this machine can reach the database's port: it has no passwords.";

type Shared = { part: Promise<Part>; users: number };

// Modules may be loaded more than once per process, so the running servers are on globalThis.
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
      // There is no network between client and server, so a retry is never needed.
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
