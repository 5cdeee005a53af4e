import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";

// Stopping without losing a request: answers say that the connection closes, and a connection that is in use gets the
// time to hear it.

type Work = { stopping: boolean; answers: Set<ServerResponse> };

const TIMES = {
  /** A request that is on its way when the server stops arrives within this time. */
  graceMs: 500,
  /** Pending answers have this time. */
  limitMs: 5_000,
};
const SWEEP_MS = 50;

const works = new WeakMap<Server, Work>();

function workOf(server: Server): Work {
  const work = works.get(server) ?? { stopping: false, answers: new Set() };
  works.set(server, work);
  return work;
}

/** Call it for each answer of the server, before anything is sent. */
export function trackAnswer(server: Server, answer: ServerResponse): void {
  const { stopping, answers } = workOf(server);
  if (stopping) answer.setHeader("Connection", "close");
  answers.add(answer);
  answer.once("close", () => answers.delete(answer));
}

/** Stops accepting connections, and waits a limited time for the requests of those that exist. */
export async function drain(servers: Iterable<Server>, { graceMs, limitMs } = TIMES): Promise<void> {
  const list = [...servers];
  const closed = list.map((server) => {
    const work = workOf(server);
    work.stopping = true;
    for (const answer of work.answers) if (!answer.headersSent) answer.setHeader("Connection", "close");
    // The HTTP server's own close() also cuts connections that are idle at this moment, whose client may have sent the
    // next request already.
    return new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
  });
  const sweep = () => list.forEach((server) => server.closeIdleConnections());
  let sweeps: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => (sweeps = setInterval(sweep, SWEEP_MS)), graceMs);
  let limit: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((done) => (limit = setTimeout(done, limitMs)));
  await Promise.race([Promise.all(closed), timeout]);
  for (const timer of [grace, limit]) clearTimeout(timer);
  clearInterval(sweeps);
}
