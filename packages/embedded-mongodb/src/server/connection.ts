import type { Socket } from "node:net";
import type { ConnectionInfo } from "../commands/context";
import { dispatch } from "../commands/dispatch";
import type { Database } from "../database";
import { Framer, parseRequest, writeReply } from "./wire";

let lastId = 0;

/**
 * Serves one client: runs its commands one at a time, in order. Disconnects clients that violate the protocol. Aborts
 * their open transactions when they are gone.
 */
export function serveConnection(database: Database, socket: Socket, address: string): void {
  lastId += 1;
  const connection: ConnectionInfo = { id: lastId, address };
  const framer = new Framer();
  let turn: Promise<void> = Promise.resolve();

  const answer = async (message: Buffer): Promise<void> => {
    if (socket.destroyed) return;
    const request = parseRequest(message);
    const reply = await dispatch(database, connection, request.command);
    if (!request.answered || socket.destroyed) return;
    const bytes = writeReply(request, reply);
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  };

  socket.on("data", (chunk: Buffer) => {
    try {
      for (const message of framer.push(chunk)) {
        socket.pause();
        turn = turn
          .then(() => answer(message))
          .catch(() => void socket.destroy())
          .finally(() => socket.resume());
      }
    } catch {
      socket.destroy();
    }
  });
  // A connection error adds nothing to its close event.
  socket.on("error", () => socket.destroy());
  socket.on("close", () => void turn.then(() => database.transactions.abortOf(connection)));
}
