import { randomBytes } from "node:crypto";
import { Space } from "./catalog";
import { ask } from "./client";
import { DataDirError } from "./data-dir";
import { decode, encode, type Doc } from "./query";
import type { Storage } from "./storage";

/** The process that serves a data directory, as it is noted in the data file itself. */
type Owner = { token: string; pid: number; address: string };

const OWNER_KEY = Buffer.concat([Buffer.from([Space.meta]), Buffer.from("owner")]);
const PATIENCE_MS = 15_000;

/** What tells this process's claim from that of one before it at the same address. */
export const ownToken = randomBytes(16).toString("hex");

/** The command by which processes on the same directory recognise each other. */
export const WHO_COMMAND = "evenlyOwner";

/**
 * Makes this process the one that serves the directory, unless another one does.
 *
 * The claim is a compare-and-swap inside an LMDB commit, of which there is one at a time across processes:
 * of two that find the owner gone, one wins, and the other finds the winner.
 *
 * @param address where this process listens already, so that whoever sees the claim can connect
 * @returns the address of the living owner, or null where it is this process now
 * @throws DataDirError where the owner lives and does not answer
 */
export async function claim(storage: Storage, address: string): Promise<string | null> {
  for (;;) {
    const seen = storage.current.get(OWNER_KEY);
    const owner = seen ? (decode(seen) as unknown as Owner) : null;
    if (owner && owner.token !== ownToken && (await isAlive(owner, storage.dataDir))) return owner.address;
    const won = storage.exclusive((writer) => {
      const now = writer.get(OWNER_KEY);
      if (!sameBytes(now, seen)) return false;
      const mine: Owner = { token: ownToken, pid: process.pid, address };
      writer.put(OWNER_KEY, encode(mine as unknown as Doc));
      return true;
    });
    if (won) return null;
  }
}

async function isAlive(owner: Owner, dataDir: string): Promise<boolean> {
  try {
    const answer = await ask(owner.address, { [WHO_COMMAND]: 1, $db: "admin" }, PATIENCE_MS);
    return answer?.token === owner.token;
  } catch {
    if (!processExists(owner.pid)) return false;
    throw new DataDirError(
      `Process ${owner.pid} serves the data directory ${dataDir} and does not answer. Stop it, or wait until it is done.`,
    );
  }
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a && b ? Buffer.compare(a, b) === 0 : a === b;
}
