import { realpathSync } from "node:fs";
import path from "node:path";
import type { EngineOptions } from "./engine";
import { Member } from "./member";

export { DataDirError } from "./data-dir";

export interface EmbeddedServer {
  /** The connection string for the driver. */
  uri: string;
  close(): Promise<void>;
}

export interface EmbeddedOptions extends EngineOptions {
  dataDir: string;
  /** Listen on this loopback port (0: a free one) instead of a unix socket. */
  port?: number;
}

type Shared = { member: Promise<Member>; users: number };

// Modules may be loaded more than once in a process: what serves a directory lives on globalThis.
const store = globalThis as typeof globalThis & { evenlyEmbedded?: Map<string, Shared> };

/**
 * Starts the server on a data directory, or joins the one that already serves it (then close() only detaches).
 * @throws DataDirError with a sentence that says what is wrong and what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const members = (store.evenlyEmbedded ??= new Map<string, Shared>());
  const place = realPath(options.dataDir);
  const shared = members.get(place) ?? { member: Member.start({ ...options, dataDir: place }), users: 0 };
  members.set(place, shared);
  shared.users += 1;
  const leave = async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    members.delete(place);
    await (await shared.member).close();
  };
  let member: Member;
  try {
    member = await shared.member;
  } catch (error) {
    if (members.get(place) === shared) members.delete(place);
    throw error;
  }
  try {
    const address = options.port === undefined ? member.address : (await member.listen(options.port)).address;
    let left: Promise<void> | null = null;
    return { uri: `mongodb://${address}/?directConnection=true`, close: () => (left ??= leave()) };
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
