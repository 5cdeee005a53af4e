import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { guard } from "@/lib/server/http/request-guard";
import { functionOf } from "./function.mjs";

type Result = {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
  body: string;
  isBase64Encoded: boolean;
};

let server: Server;
let started: Promise<Server>;
let received: { request: IncomingMessage; body: string }[];
/** How many answers the server has closed. */
let closed: number;

beforeEach(() => {
  received = [];
  closed = 0;
  server = createServer((request, response) => {
    response.once("close", () => (closed += 1));
    void text(request).then((body) => {
      received.push({ request, body });
      response.setHeader("Set-Cookie", ["a=1", "b=2"]);
      response.writeHead(201, { "Content-Type": "text/plain" }).end("größer");
    });
  }).listen(0, "127.0.0.1");
  started = once(server, "listening").then(() => server);
});
afterEach(() => server.close());

const event = (change: object = {}) => ({
  rawPath: "/groups",
  rawQueryString: "",
  headers: { host: "evenly.example", "x-forwarded-for": "198.51.100.1, 203.0.113.7" },
  requestContext: { http: { method: "GET", sourceIp: "203.0.113.7" } },
  ...change,
});

const HEAD = { statusCode: 201, headers: { "content-type": "text/plain" }, cookies: ["a=1", "b=2"] };

test("an event becomes a request, and the answer a result", async () => {
  const handler = functionOf(started) as (event: object) => Promise<Result>;
  const { body, ...head } = await handler(
    event({
      rawQueryString: "q=a%20b",
      cookies: ["one=1", "two=2"],
      body: Buffer.from("{}").toString("base64"),
      isBase64Encoded: true,
      requestContext: { http: { method: "POST", sourceIp: "203.0.113.7" } },
    }),
  );
  expect(head).toMatchObject({ ...HEAD, isBase64Encoded: true });
  expect(head.headers).not.toHaveProperty("connection");
  expect(Buffer.from(body, "base64").toString()).toBe("größer");
  const [{ request, body: sent }] = received as [(typeof received)[0]];
  expect([request.method, request.url, sent]).toEqual(["POST", "/groups?q=a%20b", "{}"]);
  expect(request.headers).toMatchObject({
    host: "evenly.example",
    cookie: "one=1; two=2",
    "content-length": "2",
    "x-forwarded-for": "198.51.100.1, 203.0.113.7",
  });
  // Its line of the log is written: the function may be frozen.
  expect(closed).toBe(1);
});

test("the address that the gateway saw is the last one, whatever the headers say", async () => {
  const handler = functionOf(started) as (event: object) => Promise<Result>;
  await handler(event({ headers: { "x-forwarded-for": "127.0.0.1" } }));
  await handler(event({ headers: {} }));
  // Ends with the digits of the address, but is another one.
  await handler(event({ headers: { "x-forwarded-for": "198.51.100.1, 1203.0.113.7" } }));
  const last = received.map(({ request }) => String(request.headers["x-forwarded-for"]).split(",").at(-1));
  expect(last).toEqual(["203.0.113.7", "203.0.113.7", "203.0.113.7"]);
});

test("a path that the gateway has decoded is sent, and no other protocol is asked for", async () => {
  const handler = functionOf(started) as (event: object) => Promise<Result>;
  const headers = { connection: "Upgrade", upgrade: "websocket", "transfer-encoding": "chunked" };
  expect(await handler(event({ rawPath: "/groups/é x", headers }))).toMatchObject({ statusCode: 201 });
  expect(received[0]!.request.url).toBe("/groups/%c3%a9%20x");
});

test.each([
  [{ headers: { "x-note": "a\u0142b" } }],
  [{ headers: { "x-note": "a\r\nb: c" } }],
  [{ headers: { "no name": "x" } }],
  [{ cookies: ["name=\u2603"] }],
  [{ requestContext: { http: { method: "NO METHOD", sourceIp: "203.0.113.7" } } }],
])("what cannot be sent is refused: %j", async (change) => {
  server.removeAllListeners("request").on(
    "request",
    guard(() => fail("It was served.")),
  );
  const handler = functionOf(started) as (event: object) => Promise<Result>;
  const { statusCode, headers, body } = await handler(event({ rawPath: "/api/groups", ...change }));
  expect([statusCode, headers["x-frame-options"]]).toEqual([400, "DENY"]);
  expect(JSON.parse(Buffer.from(body, "base64").toString())).toMatchObject({ code: "malformed-address" });
});

test.each([
  [{}],
  [{ version: "1.0", path: "/", httpMethod: "GET", headers: {}, requestContext: { identity: {} } }],
])("an event of another format is refused: %j", async (other) => {
  const handler = functionOf(started) as (event: object) => Promise<Result>;
  await expect(handler(other)).rejects.toThrow("payload format 2.0");
});

test("a function that streams sends the head, then the body", async () => {
  const heads: object[] = [];
  const runtime = {
    streamifyResponse: (handle: unknown) => handle,
    HttpResponseStream: {
      from: (stream: NodeJS.WritableStream, head: object) => {
        heads.push(head);
        return stream;
      },
    },
  };
  const handler = functionOf(started, runtime as never) as (
    event: object,
    stream: PassThrough,
  ) => Promise<void>;
  const stream = new PassThrough();
  const [body] = await Promise.all([text(stream), handler(event(), stream)]);
  expect(body).toBe("größer");
  expect(heads).toMatchObject([HEAD]);
  expect(closed).toBe(1);
});
