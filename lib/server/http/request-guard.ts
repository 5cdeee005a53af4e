import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { env } from "@/lib/server/env";
import { endRequest, inRequest, newRequest, REQUEST_ID } from "@/lib/server/log/request";
import { preferCopy } from "./compressed-copies";
import { trackAnswer } from "./drain";
import { routeOf } from "./route-pattern";
import { withOutageStatus } from "./outage-status";
import { judge, pathOf, type Answer } from "./request-rules";
import { SCRIPT_HEADERS, VALIDATORS } from "./security-headers";

// Applies the rules of lib/server/http/request-rules.ts between Node's HTTP server and Next.js, before a body is buffered.

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Adds the checks to a server. Call it once for each server. */
export function guardServer(server: Server): void {
  const listeners = server.listeners("request") as Listener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    trackAnswer(server, response);
    const { method = "", url = "/", headers, socket } = request;
    const path = pathOf(url);
    const current = newRequest(method, routeOf(path), path);
    response.setHeader(REQUEST_ID, current.id);
    response.once("close", () => endRequest(current, response.headersSent ? response.statusCode : null));
    const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
    const verdict = judge({ method, target: url, headers, hosts, peer: socket.remoteAddress }, env());
    if (verdict.refusal) return refuse(response, verdict.refusal);
    for (const [name, value] of Object.entries(verdict.answer)) response.setHeader(name, value);
    if (verdict.answer === SCRIPT_HEADERS) {
      omitHeaders([...VALIDATORS, REQUEST_ID], response);
      // Node.js need not say that it keeps the connection, which is the default. A server that stops says "close".
      if (!response.hasHeader("Connection")) response.removeHeader("Connection");
      preferCopy(path, request, response);
    }
    for (const [name, value] of Object.entries(verdict.request)) {
      if (value === undefined) delete headers[name];
      else headers[name] = value;
    }
    withOutageStatus(response, current);
    inRequest(current, () => {
      for (const listener of listeners) listener.call(server, request, response);
    });
  });
}

/** Node.js reads and drops the rest of the body. */
function refuse(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

/** Removes these headers when the response is sent. */
function omitHeaders(names: readonly string[], response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    for (const name of names) response.removeHeader(name);
    return writeHead(...args);
  };
}
