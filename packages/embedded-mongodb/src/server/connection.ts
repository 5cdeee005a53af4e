import type { Socket } from "node:net";
import type { ConnectionInfo } from "../commands/context";
import { dispatch } from "../commands/dispatch";
import type { Database } from "../database";
import { parseRequest, readMessages, writeReply } from "./wire";

let lastId = 0;

/**
 * Serves one client: runs its commands one at a time, in order. Disconnects clients that violate the protocol. Aborts
 * their open transactions when they are gone.
 */
export async function serveConnection(database: Database, socket: Socket, address: string): Promise<void> {
  lastId += 1;
  const connection: ConnectionInfo = { id: lastId, address };
  // Also while a command runs, and an error of the connection adds nothing to its end.
  socket.on("error", () => socket.destroy());
  try {
    for await (const message of readMessages(socket)) await answer(database, connection, socket, message);
  } catch {
    socket.destroy();
  } finally {
    database.transactions.abortOf(connection);
  }
}

async function answer(
  database: Database,
  connection: ConnectionInfo,
  socket: Socket,
  message: Buffer,
): Promise<void> {
  if (socket.destroyed) return;
  const request = parseRequest(message);
  const reply = await dispatch(database, connection, request.command);
  if (!request.answered || socket.destroyed) return;
  const bytes = writeReply(request, reply);
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
}
