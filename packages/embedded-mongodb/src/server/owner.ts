import net from "node:net";
import { addAbortSignal } from "node:stream";
import { decode, encode } from "../query/codec";
import { Space } from "../storage/catalog";
import { sameBytes } from "../storage/kv";
import type { Store } from "../storage/store";
import { DataDirError } from "./data-dir";
import { removeSocket } from "./listen";
import { Framer, writeCommand } from "./wire";

/** The server of a data directory, as recorded in the data file. */
export type Owner = { token: string; pid: number; address: string };

const OWNER_KEY = Buffer.concat([Buffer.from([Space.meta]), Buffer.from("owner")]);
const ANSWER_TIMEOUT_MS = 15_000;

/** The command by which servers on the same directory recognize each other. */
export const OWNER_COMMAND = "evenlyOwner";

/**
 * Makes this store's server the owner of the directory, unless another one is alive. The claim is a compare-and-swap
 * within an LMDB commit, and commits exclude each other, so one of two competing servers wins, and the other finds the
 * winner.
 * @param address where this server already listens, so that a server that sees the claim can connect
 * @returns the live owner, or null if it is this server now
 * @throws DataDirError if the owner is alive and does not answer
 */
export async function claim(store: Store, address: string): Promise<Owner | null> {
  for (;;) {
    const seen = store.current.get(OWNER_KEY);
    const owner = seen ? readOwner(seen) : null;
    if (owner && (await isAlive(owner, store.dataDir))) return owner;
    const own = encode({ token: store.token, pid: process.pid, address } satisfies Owner);
    const won = store.exclusive((writer) => {
      if (!sameBytes(writer.get(OWNER_KEY), seen)) return false;
      writer.put(OWNER_KEY, own);
      return true;
    });
    if (!won) continue;
    store.fence = { key: OWNER_KEY, value: own };
    // A killed process leaves its socket behind.
    if (owner && owner.address !== address) removeSocket(owner.address);
    return null;
  }
}

/** Forgets who served the directory: the file is a copy, and another process may still serve the original. */
export function releaseClaim(store: Store): void {
  store.exclusive((writer) => writer.remove(OWNER_KEY));
}

/** The owner, or null if the entry is damaged: then nobody can be asked. */
function readOwner(bytes: Buffer): Owner | null {
  try {
    const { token, pid, address } = decode(bytes);
    const isWhole = typeof token === "string" && typeof pid === "number" && typeof address === "string";
    return isWhole ? { token, pid, address } : null;
  } catch {
    return null;
  }
}

/** Whether its server answers with its token. @throws DataDirError if it is there and does not answer */
async function isAlive({ address, token, pid }: Owner, dataDir: string): Promise<boolean> {
  const late = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const socket = addAbortSignal(late, connectTo(address));
  const framer = new Framer();
  try {
    socket.write(writeCommand({ [OWNER_COMMAND]: 1, $db: "admin" }));
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      const [message] = framer.push(chunk);
      if (message) return decode(message.subarray(21)).token === token;
    }
  } catch {
    // Nobody is there, or somebody who does not speak this protocol, or the answer is late.
  }
  if (!late.aborted || !processExists(pid)) return false;
  throw new DataDirError(
    `Process ${pid} serves the data directory ${dataDir} and does not answer. Stop it, or wait until it is done.`,
  );
}

/** Connects to another process's server by the address in its connection string. */
export function connectTo(address: string): net.Socket {
  const decoded = decodeURIComponent(address);
  if (decoded.endsWith(".sock")) return net.connect(decoded);
  const colon = decoded.lastIndexOf(":");
  return net.connect(Number(decoded.slice(colon + 1)), decoded.slice(0, colon));
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
