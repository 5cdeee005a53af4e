import type net from "node:net";
import { pipeline } from "node:stream";
import { Database, type DatabaseOptions } from "./database";
import { serveConnection } from "./server/connection";
import { prepareDataDir } from "./server/data-dir";
import { listen, type Listener } from "./server/listen";
import { failure, openStore } from "./server/open-store";
import { claim, connectTo, type Owner } from "./server/owner";

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

type Connect = (socket: net.Socket, address: string) => void;

/** Who serves: a database of this process, or the server that owns the directory. */
type Role = { connect: Connect; ownerEnded: Promise<string>; close: () => Promise<void> };

const EXPOSURE = "Everybody on this machine can reach the database's port: it has no passwords.";

/**
 * Starts the server on a data directory, or joins the one that already serves it (then close() only detaches).
 * @throws DataDirError with a sentence that says what is wrong and what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = prepareDataDir(options.dataDir);
  let role: Role | null = null;
  // Who connects before the role is known, to a port, tries again. The role is known as soon as others see the claim.
  const connect: Connect = (socket, address) =>
    void (role ? role.connect(socket, address) : socket.destroy());
  const listeners: Listener[] = [];
  const stop = () => Promise.all(listeners.map((listener) => listener.close()));
  try {
    const own = await listen(dataDir, undefined, connect);
    listeners.push(own);
    if (options.port !== undefined) listeners.push(await listen(dataDir, options.port, connect));
    const store = await openStore(dataDir);
    const owner = await claim(store, own.address).catch(async (error: unknown) => {
      await store.close();
      // lmdb reads the list of free pages when it first writes.
      throw failure(dataDir, error);
    });
    if (owner) await Promise.all([store.close(), own.close()]);
    const { ownerEnded, close } = (role = owner ? join(owner, dataDir) : serve(new Database(store, options)));
    const address = options.port === undefined && owner ? owner.address : listeners.at(-1)!.address;
    let closed: Promise<void> | null = null;
    return {
      // There is no network between client and server, so a retry is never needed.
      uri: `mongodb://${address}/?directConnection=true&retryWrites=false`,
      exposure: address.endsWith(".sock") ? null : EXPOSURE,
      ownerEnded,
      close: () => (closed ??= stop().then(close)),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function serve(database: Database): Role {
  return {
    connect: (socket, address) => serveConnection(database, socket, address),
    ownerEnded: new Promise(() => undefined),
    close: () => database.close(),
  };
}

function join({ address, pid }: Owner, dataDir: string): Role {
  // Used only for its close event, which means that the owner has ended.
  const watch = connectTo(address).unref();
  const ownerEnded = new Promise<string>((resolve) => {
    watch.on("error", () => undefined);
    watch.on("close", () => resolve(`The server of the database in ${dataDir} (process ${pid}) has ended.`));
  });
  const close = async () => void watch.removeAllListeners("close").destroy();
  const connect: Connect = (socket) => pipeline(socket, connectTo(address), socket, () => undefined);
  return { connect, ownerEnded, close };
}
