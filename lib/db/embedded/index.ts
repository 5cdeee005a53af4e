import path from "node:path";
import { serveConnection } from "./connection";
import { Engine } from "./engine";
import { listen } from "./server";
import { Storage } from "./storage";

export interface EmbeddedServer {
  /** The connection string for the driver. */
  uri: string;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** Listen on this loopback port (0: a free one) instead of a unix socket. */
  port?: number;
  /** A transaction that is open for longer is aborted; milliseconds, 60,000 unless told. */
  transactionLifetime?: number;
}

/** Starts the server on a data directory, or joins the one that already serves it (then close() only detaches). */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = path.resolve(options.dataDir);
  const engine = new Engine(new Storage(dataDir), options);
  const listener = await listen(dataDir, options.port, (socket) =>
    serveConnection(engine, socket, listener.address),
  );
  return {
    uri: `mongodb://${listener.address}/?directConnection=true`,
    close: async () => {
      await listener.close();
      await engine.close();
    },
  };
}
