import { randomBytes } from "node:crypto";
import { readdirSync, unlinkSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { DataDirError } from "./data-dir";

// The longest path that all systems take for a unix socket (macOS: 104 bytes with the end mark).
const MAX_SOCKET_PATH = 100;

export type Listener = {
  /** `host:port`, or the percent-encoded path of a unix socket: what stands in a connection string. */
  address: string;
  close: () => Promise<void>;
};

/**
 * Listens on a unix socket in the data directory; on a loopback port where one is asked for, where the
 * system has no such sockets, or where the path is too long for one.
 */
export async function listen(
  dataDir: string,
  port: number | undefined,
  onConnection: (socket: net.Socket) => void,
): Promise<Listener> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  const socketPath = path.join(dataDir, `${randomBytes(6).toString("hex")}.sock`);
  const useSocket =
    port === undefined && process.platform !== "win32" && Buffer.byteLength(socketPath) <= MAX_SOCKET_PATH;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenFailure(error, port)));
    const listening = () => {
      server.removeAllListeners("error");
      resolve();
    };
    if (useSocket) server.listen(socketPath, listening);
    else server.listen(port ?? 0, "127.0.0.1", listening);
  });
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (useSocket) removeQuietly(socketPath);
  };
  if (useSocket) return { address: encodeURIComponent(socketPath), close };
  return { address: `127.0.0.1:${(server.address() as net.AddressInfo).port}`, close };
}

/** Removes the sockets that killed processes have left in the directory: nobody listens on them. */
export async function removeDeadSockets(dataDir: string): Promise<void> {
  const sockets = readdirSync(dataDir).filter((name) => name.endsWith(".sock"));
  await Promise.all(
    sockets.map(async (name) => {
      const file = path.join(dataDir, name);
      if (await isDead(file)) removeQuietly(file);
    }),
  );
}

function isDead(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath);
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}

function listenFailure(error: NodeJS.ErrnoException, port: number | undefined): Error {
  if (error.code === "EADDRINUSE") {
    return new DataDirError(
      `Port ${port} is in use by another program; choose another one, or none for a free one.`,
    );
  }
  if (error.code === "EACCES" && port !== undefined) {
    return new DataDirError(`There is no permission to listen on port ${port}; choose one above 1023.`);
  }
  return error;
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Closing the server has removed it already.
  }
}
