import { text } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { DatabaseUnavailable } from "@/lib/db/server-errors";
import { guardFunction } from "./function-guard";
import { isGuarded } from "./guard-mark";
import { noteOutage } from "./note-outage";
import { SECURITY_HEADERS } from "./security-headers";
import { currentRequest, observeRequests } from "@/lib/server/log/request";

const REQUEST = { "x-request-id": expect.stringMatching(/^[\da-f-]{36}$/) as string };

type Event = {
  type: "core";
  method: string;
  url: string;
  headers: Record<string, string>;
  remoteAddress: string;
};
type Head = { statusCode: number; cookies: string[]; headers: Record<string, string> };
type Options = { streamCreator?: { writeHeaders: (head: Head) => PassThrough } };
const lower = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const handled = jest.fn(async (_event: Event, _options?: Options) => ({
  statusCode: 200,
  headers: { "content-security-policy": "a page's" } as Record<string, string | string[]>,
  body: new Blob(["served"]).stream(),
}));
const ask = (method: string, path: string, headers: Record<string, string> = {}, options?: Options) =>
  guardFunction(handled)(
    {
      type: "core",
      method,
      url: `https://evenly.example${path}`,
      headers: { host: "evenly.example", ...headers },
      remoteAddress: "203.0.113.7",
    },
    options,
  );

const environment = process.env;
beforeEach(() => {
  handled.mockClear();
  process.env = { ...environment, AWS_LAMBDA_FUNCTION_NAME: "evenly" };
});
afterEach(() => {
  process.env = environment;
});

test.each([
  ["PUT", "/", {}, 405, "This method is not allowed here."],
  ["GET", "/api/nope", {}, 404, '"code":"not-found"'],
  ["GET", "/%E0%A4%A", {}, 400, "This URL is malformed."],
  ["POST", "/api/groups", { "content-length": "100000" }, 413, "The request is too large."],
])("refuses %s %s with %j", async (method, path, headers, status, says) => {
  const answer = await ask(method, path, headers as Record<string, string>);
  expect(answer).toMatchObject({ type: "core", statusCode: status, isBase64Encoded: false });
  expect(answer.headers["x-frame-options"]).toBe("DENY");
  expect(await new Response(answer.body).text()).toContain(says);
  expect(handled).not.toHaveBeenCalled();
});

test("a refusal is streamed where answers are", async () => {
  const stream = new PassThrough();
  const writeHeaders = jest.fn(() => stream);
  await ask("GET", "/api/nope", {}, { streamCreator: { writeHeaders } });
  expect(writeHeaders).toHaveBeenCalledWith(expect.objectContaining({ statusCode: 404, cookies: [] }));
  expect(await text(stream)).toContain("not-found");
});

test("a request is handed on from the address that the gateway saw, and the handler's headers win", async () => {
  const answer = await ask("GET", "/friends?a=1", {
    "x-forwarded-for": "198.51.100.1",
    "x-forwarded-proto": "https",
  });
  const { headers, url } = handled.mock.calls[0]![0];
  expect(url).toBe("https://evenly.example/friends?a=1");
  expect(headers).toMatchObject({ "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https" });
  expect(isGuarded(new Headers(headers))).toBe(true);
  expect(answer.headers).toEqual({
    ...lower(SECURITY_HEADERS),
    ...REQUEST,
    "content-security-policy": "a page's",
  });
});

test("a streamed answer gets the same headers", async () => {
  handled.mockImplementationOnce(async (_, options) => {
    options?.streamCreator?.writeHeaders({
      statusCode: 200,
      cookies: [],
      headers: { "x-frame-options": "own" },
    });
    return { statusCode: 200, headers: {}, body: new Blob([]).stream() };
  });
  const writeHeaders = jest.fn((_head: Head) => new PassThrough());
  await ask("GET", "/", {}, { streamCreator: { writeHeaders } });
  expect(writeHeaders.mock.calls).toEqual([
    [
      {
        statusCode: 200,
        cookies: [],
        headers: { ...lower(SECURITY_HEADERS), ...REQUEST, "x-frame-options": "own" },
      },
    ],
  ]);
});

test("each request is handled under an id, and ends once, refused or not", async () => {
  const ended = jest.fn();
  observeRequests("test", ended);
  let id: string | undefined;
  handled.mockImplementationOnce(async () => {
    id = currentRequest()?.id;
    return { statusCode: 204, headers: {}, body: new Blob([]).stream() };
  });
  const answer = await ask("GET", "/friends");
  expect(answer.headers["x-request-id"]).toBe(id);
  await ask("GET", "/api/nope");
  const line = (route: string, status: number) => [
    expect.objectContaining({ method: "GET", route }),
    status,
    expect.any(Number),
  ];
  expect(ended.mock.calls).toEqual([line("/friends", 204), line("(unknown call)", 404)]);
});

test("an outage of the database answers 503, streamed or not", async () => {
  handled.mockImplementationOnce(async (_, options) => {
    noteOutage(new DatabaseUnavailable("It is unreachable."));
    const head = { statusCode: 500, cookies: [], headers: {} };
    options?.streamCreator?.writeHeaders(head);
    return { ...head, body: new Blob([]).stream() };
  });
  const writeHeaders = jest.fn((_head: Head) => new PassThrough());
  const answer = await ask("GET", "/friends", {}, { streamCreator: { writeHeaders } });
  for (const head of [answer, writeHeaders.mock.calls[0]![0]])
    expect(head).toMatchObject({ statusCode: 503, headers: { "Retry-After": "5" } });
});
