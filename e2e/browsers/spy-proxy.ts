import { once } from "node:events";
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// WebDriver tells nothing of a page's console in WebKit. So each page passes this proxy, which adds a script that
// reports console errors, uncaught errors, and policy violations to it.

const REPORTS = "/reported-by-the-page";

const SPY = `(() => {
  const report = (text) => navigator.sendBeacon("${REPORTS}", location.pathname + ": " + text);
  const { error } = console;
  console.error = (...all) => { report(all.map(String).join(" ")); error.apply(console, all); };
  addEventListener("error", (event) => report("uncaught: " + event.message));
  addEventListener("unhandledrejection", (event) => report("rejected: " + event.reason));
  addEventListener("securitypolicyviolation", (event) =>
    report("policy: " + event.violatedDirective + " " + event.blockedURI));
})()`;

/** A proxy of the application that collects what goes wrong in its pages. */
export class SpyProxy {
  readonly reports: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param target the application's URL */
  static async start(target: string): Promise<SpyProxy> {
    const server = createServer((from, to) => {
      if (from.url === REPORTS) return void collect(from, to, proxy.reports);
      forward(from, to, target);
    }).listen(0);
    await once(server, "listening");
    const proxy = new SpyProxy(server, `http://localhost:${(server.address() as AddressInfo).port}`);
    return proxy;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}

async function collect(from: IncomingMessage, to: ServerResponse, reports: string[]): Promise<void> {
  const chunks = await from.toArray();
  reports.push(Buffer.concat(chunks as Buffer[]).toString());
  to.writeHead(204).end();
}

function forward(from: IncomingMessage, to: ServerResponse, target: string): void {
  const { method, url, headers } = from;
  const { "accept-encoding": _, ...kept } = headers;
  const sent = request(target + url, { method: method!, headers: kept }, (response) => {
    to.writeHead(response.statusCode!, response.rawHeaders);
    const nonce = /'nonce-([^']+)'/.exec(String(response.headers["content-security-policy"]))?.[1];
    if (!nonce || !response.headers["content-type"]?.startsWith("text/html")) return void response.pipe(to);
    // "<head>" is in the first chunk.
    response.once("data", (chunk: Buffer) => {
      to.write(
        chunk.toString("latin1").replace("<head>", `<head><script nonce="${nonce}">${SPY}</script>`),
        "latin1",
      );
      response.pipe(to);
    });
    response.once("end", () => to.end());
  });
  sent.on("error", () => to.destroy());
  to.on("close", () => sent.destroy());
  from.pipe(sent);
}
