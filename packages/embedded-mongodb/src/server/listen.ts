import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DataDirError, keepPrivate } from "./data-dir";

// The longest path of a Unix socket that all systems accept (macOS: 104 bytes including the terminator).
const MAX_SOCKET_PATH = 100;
const PRIVATE_FOLDER = "evenly-";

export type Listener = {
  /** `host:port`, or the percent-encoded path of a Unix socket, as in a connection string. */
  address: string;
  close: () => Promise<void>;
};

/**
 * Listens on a Unix socket that only its owner can use, or on a loopback port, which everyone on this machine can
 * use, if one is requested or the system has no such sockets.
 * @throws DataDirError if the port is not available
 */
export async function listen(
  dataDir: string,
  port: number | undefined,
  onConnection: (socket: net.Socket, address: string) => void,
): Promise<Listener> {
  const sockets = new Set<net.Socket>();
  let address = "";
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    onConnection(socket, address);
  });
  const file = port === undefined && process.platform !== "win32" ? socketPath(dataDir) : null;
  server.listen(file ? { path: file } : { port: port ?? 0, host: "127.0.0.1" });
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const problem = port !== undefined && PORT_PROBLEMS[error.code ?? ""];
    throw problem ? new DataDirError(`Port ${port} ${problem}`) : error;
  });
  if (file) keepPrivate(file, 0o600);
  address = file ? encodeURIComponent(file) : `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    removeSocket(address);
  };
  return { address, close };
}

// In the data directory if that is private and its path is short and without percent signs, which the driver decodes
// twice; otherwise in a new private folder, so that others can never connect.
function socketPath(dataDir: string): string {
  const file = path.join(dataDir, `${randomBytes(6).toString("hex")}.sock`);
  const isPrivate = (statSync(dataDir).mode & 0o077) === 0;
  if (isPrivate && isUsable(file, MAX_SOCKET_PATH)) return file;
  const parent = isUsable(tmpdir(), MAX_SOCKET_PATH / 2) ? tmpdir() : "/tmp";
  return path.join(mkdtempSync(path.join(parent, PRIVATE_FOLDER)), "db.sock");
}

const isUsable = (file: string, most: number) => Buffer.byteLength(file) <= most && !file.includes("%");

/** Removes the socket of an ended server, and its folder, if this user may. */
export function removeSocket(address: string): void {
  const file = decodeURIComponent(address);
  if (!file.endsWith(".sock")) return;
  const folder = path.dirname(file);
  const isOwnFolder = path.basename(folder).startsWith(PRIVATE_FOLDER) && path.basename(file) === "db.sock";
  try {
    rmSync(isOwnFolder ? folder : file, { recursive: true, force: true });
  } catch {
    // A server of another user, whose data this is a copy of.
  }
}

/** What to say of a port that cannot be opened, by the code of the error. */
const PORT_PROBLEMS: Record<string, string> = {
  EADDRINUSE: "is in use by another program; choose another one, or none for a free one.",
  EACCES: "needs the rights of an administrator; choose one above 1023.",
};
