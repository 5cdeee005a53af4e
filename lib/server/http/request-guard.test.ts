import { once } from "node:events";
import type { IncomingHttpHeaders, Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { newServer } from "@/lib/cli/serve.mjs";
import { guard } from "./request-guard";
import { MAX_BODY_BYTES } from "@/lib/contract/operation";
import { SECURITY_HEADERS } from "./security-headers";

let server: Server;
let port: number;
/** The requests that reached the application behind the guard. */
let served: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders }[];

beforeEach(async () => {
  served = [];
  const handle = guard((request, response) => {
    served.push({ method: request.method, url: request.url, headers: { ...request.headers } });
    request.resume();
    response.end("served");
  });
  server = newServer(handle, { headersMs: 200, requestMs: 400 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  for (const name of ["AUTH_TRUST_HOST", "AUTH_URL", "TRUSTED_PROXIES"]) delete process.env[name];
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

/** Sends raw text and reads until the server closes the connection. */
async function send(text: string): Promise<{ status: number; headers: Headers; body: string }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
  await once(socket, "close");
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Headers();
  for (const line of lines) headers.append(line.split(": ")[0]!, line.split(": ").slice(1).join(": "));
  return { status: Number(first.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}

const ask = (method: string, path: string, headers: Record<string, string> = {}, body = "") =>
  send(
    [
      `${method} ${path} HTTP/1.1`,
      ...Object.entries({ Host: "evenly.test", Connection: "close", ...headers }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      "",
      body,
    ].join("\r\n"),
  );

const refusals: [string, string, string, Record<string, string>, number, string][] = [
  ["a path that cannot be decoded", "GET", "/%E0%A4%A", {}, 400, "This URL is malformed."],
  ["a call's path that cannot be decoded", "GET", "/api/groups/%", {}, 400, "malformed-address"],
  ["an address of another server", "GET", "http://evil.test/api/groups", {}, 400, "This URL is malformed."],
  ["TRACE of a screen", "TRACE", "/friends", {}, 405, "This method is not allowed here."],
  ["TRACE of a call", "TRACE", "/api/groups", {}, 405, "method-not-allowed"],
  ["PURGE of a screen", "PURGE", "/", {}, 405, "This method is not allowed here."],
  ["a form sent to a screen", "POST", "/account", {}, 405, "This method is not allowed here."],
  ["a form sent to a file", "POST", "/sticker.svg", {}, 405, "This method is not allowed here."],
  [
    "a form sent to the build's files",
    "POST",
    "/_next/static/x",
    {},
    405,
    "This method is not allowed here.",
  ],
  ["a call that there is not", "GET", "/api/unknown", {}, 404, "not-found"],
  ["a method that a call has not", "PATCH", "/api/groups", {}, 405, "method-not-allowed"],
  ["a body too large for a call", "POST", "/api/groups", { "Content-Length": "65537" }, 413, "too-large"],
];

test.each(refusals)("refuses %s", async (_, method, path, headers, status, says) => {
  const answer = await ask(method, path, headers);
  expect(answer.status).toBe(status);
  expect(answer.body).toContain(says);
  const call = path.startsWith("/api");
  expect(answer.headers.get("content-type")).toMatch(call ? /^application\/json/ : /^text\/html/);
  if (call) expect(JSON.parse(answer.body)).toMatchObject({ success: false, code: says });
  expect(answer.headers.get("content-security-policy")).toMatch(
    /^default-src 'none';.* frame-ancestors 'none'/,
  );
  expect(answer.headers.get("x-frame-options")).toBe("DENY");
  expect(served).toEqual([]);
});

test.each(["garbage", "%", "null", "%5B1%2C2%5D", "%5B%22%22%5D"])(
  "refuses the router state %s",
  async (state) => {
    const answer = await ask("GET", "/friends?_rsc=x", { RSC: "1", "Next-Router-State-Tree": state });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain("This URL is malformed.");
    expect(served).toEqual([]);
  },
);

test("passes on the router state of a browser", async () => {
  const state = ["", { children: ["groups", { children: [["id", "x", "d", null], {}, null, null] }] }];
  const header = encodeURIComponent(JSON.stringify([...state, null, "refetch", 16]));
  const answer = await ask("GET", "/friends?_rsc=x", { RSC: "1", "Next-Router-State-Tree": header });
  expect(answer.status).toBe(200);
});

test.each(["/friends", "/api/groups"])("refuses two Host headers of %s", async (path) => {
  const answer = await send(
    `GET ${path} HTTP/1.1\r\nHost: evenly.test\r\nhost: evil.test\r\nConnection: close\r\n\r\n`,
  );
  expect(answer.status).toBe(400);
  expect(answer.body).toContain("This URL is malformed.");
  expect(served).toEqual([]);
});

test("answers have the id of their request, except scripts, of which a screen loads a dozen", async () => {
  const idOf = async (path: string) => (await ask("GET", path)).headers.get("x-request-id");
  expect(await idOf("/friends")).toMatch(/^[\da-f-]{36}$/);
  expect(await idOf("/_next/static/chunks/x.js")).toBeNull();
});

test("answers the allowed methods", async () => {
  expect((await ask("PATCH", "/api/groups")).headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
  expect((await ask("DELETE", "/friends")).headers.get("allow")).toBe("GET, HEAD");
});

test.each([
  ["GET", "/friends?from=%E0", "the query is the screen's own"],
  ["POST", "/api/sign-out", "a form"],
  ["PUT", "/api/groups/64b000000000000000000001/edit", "a call"],
  ["GET", "/sticker.svg", "a file"],
  ["OPTIONS", "/api/groups", "a question"],
])("passes on %s %s: %s", async (method, path) => {
  const answer = await ask(method, path, { "Content-Length": "2" }, "{}");
  expect(answer).toMatchObject({ status: 200, body: "served" });
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) expect(answer.headers.get(name)).toBe(value);
  expect(served).toMatchObject([{ method, url: path }]);
});

const FORWARDED = {
  "X-Forwarded-For": "127.0.0.1, 203.0.113.7",
  "X-Forwarded-Host": "evil.test",
  "X-Forwarded-Proto": "https",
  "X-Forwarded-Port": "443",
};

test("trusts no forwarded headers of a client", async () => {
  await ask("GET", "/", { ...FORWARDED, "X-Forwarded-For": "203.0.113.7" });
  const { headers } = served[0]!;
  expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
  for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"])
    expect(headers).not.toHaveProperty(name);
});

test("trusts our own proxy, and of the addresses only the one it added", async () => {
  process.env.AUTH_TRUST_HOST = "true";
  await ask("GET", "/", FORWARDED);
  expect(served[0]!.headers).toMatchObject({
    "x-forwarded-for": "203.0.113.7",
    "x-forwarded-host": "evil.test",
    "x-forwarded-proto": "https",
  });
});

test("of a chain of proxies, takes the values of the first, like Next.js", async () => {
  process.env.AUTH_TRUST_HOST = "true";
  const chain = { "X-Forwarded-Host": "evenly.example, inner", "X-Forwarded-Proto": "https,http" };
  await ask("POST", "/api/sign-in", { ...chain, "X-Forwarded-Port": "" });
  const { headers } = served[0]!;
  expect(headers).toMatchObject({ "x-forwarded-host": "evenly.example", "x-forwarded-proto": "https" });
  expect(headers).not.toHaveProperty("x-forwarded-port");
});

test.each([
  ["https://evenly.example", { "x-forwarded-host": "evenly.example", "x-forwarded-proto": "https" }],
  ["http://evenly.example", {}],
  ["https://evil.test", {}],
  [undefined, {}],
])("behind a proxy that replaces Host, a request from %s is at AUTH_URL: %j", async (Origin, forwarded) => {
  process.env.AUTH_URL = "https://evenly.example/";
  await ask("POST", "/api/sign-in", { ...FORWARDED, ...(Origin && { Origin }) });
  const { "x-forwarded-host": host, "x-forwarded-proto": protocol } = served[0]!.headers;
  expect({ "x-forwarded-host": host, "x-forwarded-proto": protocol }).toEqual(forwarded);
});

describe("a request that never ends is cut", () => {
  test("in its headers", async () => {
    const answer = await send("GET /friends HTTP/1.1\r\nHost: evenly.test\r\nX-Slow: ");
    expect([0, 408, NaN]).toContain(answer.status);
    expect(served).toEqual([]);
  });

  test("in its body", async () => {
    const answer = await ask(
      "POST",
      "/api/groups",
      { "Content-Length": "100", Connection: "keep-alive" },
      "{",
    );
    // The application has answered before the body failed to arrive.
    expect(answer.status).toBe(200);
  });

  test("in the body of a refused request", async () => {
    const tooMuch = { "Content-Length": String(MAX_BODY_BYTES + 1), Connection: "keep-alive" };
    expect((await ask("POST", "/api/groups", tooMuch, "{")).status).toBe(413);
  });
});
