import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { env } from "@/lib/env";
import { endRequest, inRequest, newRequest, REQUEST_ID } from "@/lib/log/request";
import { sendCopy } from "./compressed-copies";
import { routeOf } from "./route-pattern";
import { withOutageStatus } from "./outage-status";
import { checkRequest, pathOf, type PlainResponse } from "./request-rules";
import { SCRIPT_HEADERS } from "./security-headers";

// Applies the rules of lib/server/http/request-rules.ts between Node's HTTP server and Next.js, before a body is buffered.

/** What lib/cli/serve.mjs leaves for lib/server/boot.ts. */
type OwnServer = {
  server: Server;
  /** Next.js. */
  handle: RequestListener;
  /** Lets the server handle requests with this listener. */
  begin: (listener: RequestListener) => void;
};

/** The server of this process; undefined where it is the host's. */
export const ownServer = () => (globalThis as typeof globalThis & { evenlyServer?: OwnServer }).evenlyServer;

/** @returns a listener that refuses requests or passes them to `handle` */
export function guard(handle: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
    const { method = "", url = "/", headers, socket } = request;
    const path = pathOf(url);
    const current = newRequest(method, routeOf(path), path);
    response.once("close", () => endRequest(current, response.headersSent ? response.statusCode : null));
    const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
    const check = checkRequest({ method, target: url, headers, hosts, peer: socket.remoteAddress }, env());
    const isScript = !check.refusal && check.response === SCRIPT_HEADERS;
    if (!isScript) response.setHeader(REQUEST_ID, current.id);
    if (check.refusal) return refuse(response, check.refusal);
    for (const [name, value] of Object.entries(check.response)) response.setHeader(name, value);
    if (isScript && sendCopy(path, request, response)) return;
    for (const [name, value] of Object.entries(check.request)) {
      if (value === undefined) delete headers[name];
      else headers[name] = value;
    }
    withOutageStatus(response, current);
    inRequest(current, () => handle(request, response));
  };
}

/** Node.js reads and drops the rest of the body. */
function refuse(response: ServerResponse, { status, headers, body }: PlainResponse): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}
