import { Server } from "node:http";

/**
 * Closes the connection of every request that asks for another protocol ("Connection: Upgrade"). Next.js listens for
 * such requests and, in production, neither serves nor closes them. Call it before the server listens.
 * @param {Server} server all servers of this process, unless one is given
 */
export function refuseUpgrades(server = Server.prototype) {
  const { emit } = server;
  /** @type {Server["emit"]} */
  server.emit = function (/** @type {string | symbol} */ event, /** @type {any[]} */ ...rest) {
    if (event !== "upgrade") return emit.call(this, event, ...rest);
    rest[1].destroy();
    return true;
  };
}
