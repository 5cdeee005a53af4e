// The HTTP server: Node's own, in front of Next.js's request handler. `npm run dev`, `npm start`, and server.js of the
// standalone build run it.
import { existsSync, readFileSync } from "node:fs";
import { createServer, Server } from "node:http";
import { sizeMemory } from "./memory.mjs";

/** @import { RequestListener } from "node:http" */

/** A request has to arrive within this time: its headers, and all of it. */
const TIMEOUTS = { headersMs: 10_000, requestMs: 30_000 };

/** @type {Record<string, (port: string, host: string | undefined) => string>} */
const SENTENCES = {
  EADDRINUSE: (port) => `Port ${port} is in use: stop the program that uses it, or set PORT to another one.`,
  EACCES: (port) => `No permission to listen on port ${port}: set PORT to one above 1023.`,
  EADDRNOTAVAIL: (_, host) => `${host} is not an address of this computer.`,
  ERR_SOCKET_BAD_PORT: (port) => `${port} is not a port: set PORT to a number below 65536.`,
};

/**
 * A server that closes connections that serve nobody: of requests that do not arrive in time, and of those that ask for
 * another protocol ("Connection: Upgrade").
 * @param {RequestListener} listener
 */
export function newServer(listener, { headersMs, requestMs } = TIMEOUTS) {
  const limits = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    // When it looks for late requests: left alone, every 30 seconds.
    connectionsCheckingInterval: headersMs / 5,
  };
  return createServer(limits, listener).on("upgrade", (_, socket) => socket.destroy());
}

/**
 * Listens, then starts the application. Requests that come meanwhile wait. If it cannot listen, the process ends with
 * one sentence. Resolves when the application responds.
 * @param {{ port?: string | undefined, hostname?: string | undefined, keepAliveTimeout?: string | undefined, dev?: boolean }} options
 */
export async function serve({ port = "", hostname, keepAliveTimeout, dev = false }) {
  if (!dev) keepBuiltConfig();
  /** @type {(listener: RequestListener) => void} */
  let begin = () => undefined;
  /** @type {Promise<RequestListener>} */
  const begun = new Promise((resolve) => (begin = resolve));
  /** @type {RequestListener} */
  const listener = (request, response) => void ready.then((answer) => answer(request, response));
  // In development, Next.js tells browsers of changes over upgraded connections.
  const server = dev ? createServer(listener) : newServer(listener);
  if (keepAliveTimeout) server.keepAliveTimeout = Number(keepAliveTimeout);
  let prepared = () => undefined;
  const ready = new Promise((resolve) => (prepared = resolve)).then(() => begun);
  const actual = await listen(server, port || "3000", hostname);
  // Loaded only now: it takes long, and reads the variables.
  process.env.NODE_ENV = dev ? "development" : "production";
  const { default: next } = await import("next");
  // In production, Next.js would also listen for upgrades, and neither serve nor close them.
  const app = next({ dev, hostname, port: actual, httpServer: dev ? server : new Server() });
  // lib/server/boot.ts, which Next.js starts, takes it and begins.
  Object.assign(globalThis, { evenlyServer: { server, handle: app.getRequestHandler(), begin } });
  await app.prepare();
  prepared();
  console.log(`Evenly is at http://${hostname ?? "localhost"}:${actual}`);
  return server;
}

/**
 * The same for production, with the memory that the machine allows.
 * @param {Parameters<typeof serve>[0]} options
 */
export function start(options) {
  sizeMemory();
  return serve(options);
}

/**
 * @param {Server} server
 * @param {string} port
 * @param {string | undefined} host
 * @returns {Promise<number>} the port
 */
function listen(server, port, host) {
  return new Promise((listening, failed) => {
    server.once("error", failed).listen(Number(port), host, () => listening(server.address().port));
  }).catch(({ code, message }) => stop(SENTENCES[code]?.(port, host) ?? message));
}

/** @param {string} reason */
function stop(reason) {
  console.error(`Evenly cannot start. ${reason}`);
  process.exit(1);
}

/**
 * Lets Next.js use the configuration that the build has stored. To read next.config.ts again, it would load its compiler,
 * which takes 40 MB.
 */
function keepBuiltConfig() {
  const file = ".next/required-server-files.json";
  if (![file, ".next/BUILD_ID"].every(existsSync))
    stop("There is no production build: run `npm run build` first.");
  const { config } = JSON.parse(readFileSync(file, "utf8"));
  // The build of a standalone server also serves `npm start`, which would warn about it.
  delete config.output;
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
