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
