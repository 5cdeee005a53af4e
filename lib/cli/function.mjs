import { once } from "node:events";
import { request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

// Handles the events of AWS Lambda with a server in the same process, so that a function behaves like `npm start`.

/** @import { IncomingHttpHeaders, Server, ServerResponse } from "node:http" */

/** The global object of Lambda's runtime for functions that stream their responses.
 * @typedef {{
 *   streamifyResponse: (handle: (event: FunctionEvent, stream: NodeJS.WritableStream) => Promise<void>) => unknown,
 *   HttpResponseStream: { from: (stream: NodeJS.WritableStream, head: object) => NodeJS.WritableStream },
 * }} Runtime */

/** What is used of an event of API Gateway (format 2.0), or of a function URL.
 * @typedef {{
 *   rawPath: string, rawQueryString: string, headers: Record<string, string>, cookies?: string[],
 *   body?: string, isBase64Encoded?: boolean, requestContext: { http: { method: string, sourceIp: string } },
 * }} FunctionEvent */

/**
 * The handler of a function. It handles one event at a time.
 * @param {Promise<Server>} started
 * @param {Runtime} [runtime] of a function that streams: the response is sent while it is written
 */
export function functionOf(started, runtime) {
  if (!runtime)
    return async (/** @type {FunctionEvent} */ event) => {
      const { head, body, closed } = await ask(await started, event);
      const whole = await buffer(body);
      await closed();
      return { ...head, body: whole.toString("base64"), isBase64Encoded: true };
    };
  return runtime.streamifyResponse(async (event, stream) => {
    const { head, body, closed } = await ask(await started, event);
    await pipeline(body, runtime.HttpResponseStream.from(stream, head));
    await closed();
  });
}

/**
 * @param {Server} server
 * @param {FunctionEvent} event
 */
async function ask(server, event) {
  const { rawPath, rawQueryString, cookies, requestContext, isBase64Encoded } = event;
  if (!requestContext?.http) throw new Error("The function handles events of payload format 2.0 only.");
  /** @type {ServerResponse | undefined} */
  let answer;
  server.once("request", (_, response) => (answer = response));
  const { method, sourceIp } = requestContext.http;
  const headers = ofMessage(event.headers);
  delete headers["content-length"];
  // API Gateway has appended it already.
  const forwarded = headers["x-forwarded-for"] ?? "";
  if (forwarded.split(",").at(-1)?.trim() !== sourceIp)
    headers["x-forwarded-for"] = `${forwarded},${sourceIp}`;
  if (cookies) headers.cookie = cookies.join("; ");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const path = escaped(rawPath + (rawQueryString && `?${rawQueryString}`));
  const request = requestOf({ host: "127.0.0.1", port, path, agent: false }, { method, headers });
  request.end(Buffer.from(event.body ?? "", isBase64Encoded ? "base64" : "utf8"));
  const [body] = await once(request, "response");
  const { "set-cookie": setCookies = [], ...others } = body.headers;
  return {
    head: { statusCode: body.statusCode, headers: ofMessage(others), cookies: setCookies },
    body,
    // Only then the request is logged. The function is frozen afterwards.
    closed: async () => void (answer && !answer.closed && (await once(answer, "close"))),
  };
}

/**
 * The request. If its method or headers contain what cannot be sent, one that the guard refuses as malformed.
 * @param {import("node:http").RequestOptions} options
 * @param {Pick<import("node:http").RequestOptions, "method" | "headers">} given
 */
function requestOf(options, given) {
  try {
    return send({ ...options, ...given });
  } catch {
    return send({ ...options, headers: { host: "?" } });
  }
}

/** The headers that are not about the connection. @param {IncomingHttpHeaders} headers */
function ofMessage({ connection, "keep-alive": _, "transfer-encoding": __, upgrade, ...others }) {
  return /** @type {Record<string, string>} */ (others);
}

/** The path with what cannot be sent escaped: API Gateway decodes some of it. @param {string} path */
const escaped = (path) =>
  Buffer.from(path)
    .toString("latin1")
    .replace(/[^!-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
