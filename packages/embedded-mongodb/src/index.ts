import type { DatabaseOptions } from "./database";
import { listen } from "./server/listen";
import { serve } from "./server/serve";

export type EmbeddedServer = {
  /** The connection string for the driver. */
  uri: string;
  /** Says who can connect, if others than the owner can. */
  exposure: string | null;
  /** Resolves with a sentence when the owner that was joined, or the thread, has ended. Then nothing is served. */
  ownerEnded: Promise<string>;
  close(): Promise<void>;
};

export type EmbeddedOptions = DatabaseOptions & {
  dataDir: string;
  /** Also listens on this loopback port (0: any free one), and returns its connection string. */
  port?: number | undefined;
};

const EXPOSURE = "Everybody on this machine can reach the database's port: it has no passwords.";

/**
 * Starts the server on a data directory, or joins the one that already serves it (then close() only detaches).
 * @throws DataDirError with a sentence that says what is wrong and what to do
 */
export async function startEmbedded({ dataDir, port, ...options }: EmbeddedOptions): Promise<EmbeddedServer> {
  const part = await serve(dataDir, options);
  try {
    const extra = port === undefined ? null : await listen(dataDir, port, part.connect);
    let closed: Promise<void> | null = null;
    const { address } = extra ?? part;
    return {
      // There is no network between client and server, so a retry is never needed.
      uri: `mongodb://${address}/?directConnection=true&retryWrites=false`,
      exposure: address.endsWith(".sock") ? null : EXPOSURE,
      ownerEnded: part.ownerEnded,
      close: () => (closed ??= Promise.all([extra?.close(), part.close()]).then(() => undefined)),
    };
  } catch (error) {
    await part.close();
    throw error;
  }
}
