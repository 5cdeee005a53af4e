import { Server } from "node:http";

/** A request has to arrive within this time: its headers, and all of it. */
const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000 };

/**
 * Closes connections that serve nobody: of requests that do not arrive in time, and of those that ask for another protocol
 * ("Connection: Upgrade"), for which Next.js listens and, in production, neither serves nor closes them. Call it before
 * the server listens.
 * @param {Server} server all servers of this process, unless one is given
 */
export function limitConnections(server = Server.prototype, { headersMs, requestMs } = TIMEOUTS) {
  const { emit } = server;
  /** @type {Server["emit"]} */
  server.emit = function (/** @type {string | symbol} */ event, /** @type {any[]} */ ...rest) {
    if (event === "upgrade") {
      rest[1].destroy();
      return true;
    }
    // When it listens, Node.js begins to look for late requests: left alone, every 30 seconds.
    if (event === "listening")
      Object.assign(this, {
        headersTimeout: headersMs,
        requestTimeout: requestMs,
        connectionsCheckingInterval: headersMs / 5,
      });
    return emit.call(this, event, ...rest);
  };
}
