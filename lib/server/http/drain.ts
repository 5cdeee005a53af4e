import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";

// Stopping without losing a request: responses say that the connection closes, and a connection that is in use gets the
// time to hear it.

const TIMES = {
  /** A request that is on its way when the server stops arrives within this time. */
  graceMs: 500,
  /** Pending responses have this much time. */
  limitMs: 5_000,
};
const SWEEP_MS = 50;

/**
 * Call it before the server handles requests.
 * @returns what makes it accept no more connections, and waits a limited time for the requests of those that exist
 */
export function drainable(server: Server): (times?: typeof TIMES) => Promise<void> {
  const responses = new Set<ServerResponse>();
  server.prependListener("request", (_, response) => {
    responses.add(response);
    response.once("close", () => responses.delete(response));
  });
  return async ({ graceMs, limitMs } = TIMES) => {
    server.prependListener("request", (_, response) => response.setHeader("Connection", "close"));
    for (const response of responses) if (!response.headersSent) response.setHeader("Connection", "close");
    // The HTTP server's own close() also cuts connections that are idle at this moment, whose client may have sent the
    // next request already.
    const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
    let sweeps: NodeJS.Timeout | undefined;
    const sweep = () => (sweeps = setInterval(() => server.closeIdleConnections(), SWEEP_MS));
    const grace = setTimeout(sweep, graceMs);
    let limit: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((done) => (limit = setTimeout(done, limitMs)));
    await Promise.race([closed, timeout]);
    for (const timer of [grace, limit]) clearTimeout(timer);
    clearInterval(sweeps);
  };
}
