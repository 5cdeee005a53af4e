import type net from "node:net";
import { Database, type DatabaseOptions } from "../database";
import { connectTo } from "./client";
import { serveConnection } from "./connection";
import { prepareDataDir } from "./data-dir";
import { listen } from "./listen";
import { openStore } from "./open-store";
import { claim, type Owner } from "./owner";

type Connect = (socket: net.Socket, address: string) => void;

/** How a data directory is served from here: by its own database, or by a relay to the server that owns it. */
export type Part = {
  /** Where clients connect: see `Listener`. */
  address: string;
  /** Handles one more connection, from another listener. */
  connect: Connect;
  /** Resolves with a sentence when the owner that was joined has ended. */
  ownerEnded: Promise<string>;
  close: () => Promise<void>;
};

/** Claims the directory and serves it, or joins the server that owns it. @throws DataDirError */
export async function serve(wanted: string, options: DatabaseOptions): Promise<Part> {
  const dataDir = prepareDataDir(wanted);
  let settle: (connect: Connect) => void = () => undefined;
  const settled = new Promise<Connect>((resolve) => (settle = resolve));
  // A client that sees the claim may connect at once; what it sends before the role is known waits in the socket.
  const listener = await listen(dataDir, undefined, (socket, address) => {
    socket.on("error", () => socket.destroy());
    void settled.then((connect) => connect(socket, address));
  });
  try {
    const store = await openStore(dataDir);
    const owner = await claim(store, listener.address).catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
    if (owner) {
      await Promise.all([store.close(), listener.close()]);
      return join(owner, dataDir);
    }
    const database = new Database(store, options);
    const connect: Connect = (socket, address) => serveConnection(database, socket, address);
    settle(connect);
    const close = () => listener.close().then(() => database.close());
    return { address: listener.address, connect, ownerEnded: new Promise(() => undefined), close };
  } catch (error) {
    await listener.close();
    throw error;
  }
}

function join({ address, pid }: Owner, dataDir: string): Part {
  // Used only for its close event, which means that the owner has ended.
  const watch = connectTo(address).unref();
  const ownerEnded = new Promise<string>((resolve) => {
    watch.on("error", () => undefined);
    watch.on("close", () => resolve(`The server of the database in ${dataDir} (process ${pid}) has ended.`));
  });
  const close = async () => void watch.removeAllListeners("close").destroy();
  return { address, connect: (socket) => relay(socket, address), ownerEnded, close };
}

function relay(socket: net.Socket, address: string): void {
  const upstream = connectTo(address);
  for (const [one, other] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    one.on("error", () => one.destroy());
    one.on("close", () => other.destroy());
    one.pipe(other);
  }
}
