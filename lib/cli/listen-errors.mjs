import { Server } from "node:http";

/** @type {Record<string, (address: { port: string, host: string }) => string>} */
const SENTENCES = {
  EADDRINUSE: ({ port }) =>
    `Port ${port} is in use: stop the program that uses it, or set PORT to another one.`,
  EACCES: ({ port }) => `No permission to listen on port ${port}: set PORT to one above 1023.`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this computer.`,
  ERR_SOCKET_BAD_PORT: ({ port }) => `${port} is not a port: set PORT to a number below 65536.`,
};

/** Ends the process with one sentence if a server cannot listen, where Next.js prints a stack. */
export function explainListenErrors() {
  const { listen } = Server.prototype;
  /** @type {(...given: any[]) => Server} */
  Server.prototype.listen = function (...given) {
    const [port = "", host = ""] = given.map(String);
    const explain = (/** @type {NodeJS.ErrnoException} */ { code = "", message }) => {
      console.error(`Evenly cannot start. ${SENTENCES[code]?.({ port, host }) ?? message}`);
      process.exit(1);
    };
    try {
      return listen.apply(this.prependOnceListener("error", explain), given);
    } catch (error) {
      return explain(/** @type {Error} */ (error));
    }
  };
}
