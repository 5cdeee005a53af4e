import { MongoNetworkError } from "mongodb";
import { Connection } from "mongodb/lib/cmap/connection.js";

/**
 * Fixes a defect of mongodb 6.22 (in 7.9 too): a command on a socket that is destroyed but has not yet emitted "close"
 * waits for "drain" forever. If that is the monitor's "hello", the client never finds its server again after an outage.
 * The driver calls this method before it sends a command.
 */
Connection.prototype.throwIfAborted = function throwIfAborted(this: Connection) {
  if (this.error) throw this.error;
  if (this.socket.destroyed) throw new MongoNetworkError("the connection's socket is closed");
};

const { writeCommand } = Connection.prototype;

/**
 * Fixes another defect: if the server has closed the connection, Node.js fails the write with an error of its own,
 * which the driver does not treat as a network error. It would neither retry the query or transaction nor drop other
 * connections that were opened before. A frozen function has such connections when it resumes.
 */
Connection.prototype.writeCommand = async function write(this: Connection, ...args) {
  try {
    await writeCommand.apply(this, args);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPIPE")) throw error;
    const lost = new MongoNetworkError(error.message, { cause: error });
    this.onError(lost);
    throw lost;
  }
};
