import { PassThrough, type Writable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { buffered, streamed } from "./lambda";

const EVENT = { version: "2.0", path: "/" };
const REFUSED = { version: "2.0", path: "/api/nope" };

const converter = {
  convertFrom: async (event: unknown) => ({
    method: "GET",
    url: `https://evenly.example${(event as { path: string }).path}`,
    headers: { host: "evenly.example" },
    remoteAddress: "203.0.113.7",
  }),
  convertTo: async ({ statusCode, headers }: { statusCode: number; headers: object }) => ({
    statusCode,
    headers,
  }),
};
const handler = async (
  _event: object,
  options?: { streamCreator?: { writeHeaders: (head: Head) => Writable } },
) => {
  const answer = { statusCode: 200, headers: { "content-type": "text/html" } };
  const stream = options?.streamCreator?.writeHeaders({ ...answer, cookies: ["a=1"] });
  stream?.write("a screen");
  stream?.end();
  return { ...answer, body: new Blob([]).stream() };
};
type Head = { statusCode: number; cookies: string[]; headers: Record<string, string> };

test("a function answers as the rules of requests say, and to the warmer", async () => {
  const answer = await buffered.wrapper(handler, converter);
  expect(await answer(EVENT)).toMatchObject({ statusCode: 200, headers: { "x-frame-options": "DENY" } });
  expect(await answer(REFUSED)).toMatchObject({
    statusCode: 404,
    headers: { "content-type": "application/json" },
  });
  expect(await answer({ type: "warmer", delay: 1 })).toMatchObject({ type: "warmer" });
});

test("a function that streams sends the head, then the body", async () => {
  const heads: object[] = [];
  const from = (stream: Writable, head: object) => {
    heads.push(head);
    return stream;
  };
  Object.assign(globalThis, {
    awslambda: { streamifyResponse: (handle: unknown) => handle, HttpResponseStream: { from } },
  });
  const answer = (await streamed.wrapper(handler, converter)) as (
    event: object,
    stream: Writable,
  ) => Promise<void>;
  const ask = async (event: object) => {
    const stream = new PassThrough();
    await answer(event, stream);
    return text(stream);
  };
  expect(await ask(EVENT)).toBe("a screen");
  expect(await ask(REFUSED)).toContain("not-found");
  expect(await ask({ type: "warmer", delay: 1 })).toContain("warmer");
  expect(heads).toEqual([
    { statusCode: 200, cookies: ["a=1"], headers: expect.objectContaining({ "x-frame-options": "DENY" }) },
    { statusCode: 404, cookies: [], headers: expect.objectContaining({ "x-frame-options": "DENY" }) },
  ]);
});

const SCREEN = "a screen ".repeat(500);
const HTML = { "content-type": "text/html; charset=utf-8" };

/** What a browser gets from the function in both modes, if the application answers like this. */
async function answersOf(
  request: { method?: string; accepts?: string },
  { status = 200, headers = HTML as Record<string, string>, body = SCREEN } = {},
) {
  const answering = async (
    _event: object,
    options?: { streamCreator?: { writeHeaders: (head: Head) => Writable } },
  ) => {
    options?.streamCreator?.writeHeaders({ statusCode: status, cookies: [], headers }).end(body);
    return { statusCode: status, headers, body: new Blob([body]).stream() };
  };
  const through = {
    convertFrom: async () => ({
      method: request.method ?? "GET",
      url: "https://evenly.example/",
      headers: { host: "evenly.example", "accept-encoding": request.accepts ?? "gzip, deflate, br, zstd" },
      remoteAddress: "203.0.113.7",
    }),
    convertTo: async (result: object) => {
      const { headers: sent, body: stream, isBase64Encoded } = result as Result;
      return { headers: sent, body: await buffer(stream), isBase64Encoded };
    },
  };
  const whole = (await (await buffered.wrapper(answering, through))(EVENT)) as Sent;
  let head: Head | undefined;
  const from = (stream: Writable, given: Head) => {
    head = given;
    return stream;
  };
  Object.assign(globalThis, {
    awslambda: { streamifyResponse: (handle: unknown) => handle, HttpResponseStream: { from } },
  });
  const stream = new PassThrough();
  const answer = (await streamed.wrapper(answering, through)) as (to: object, on: Writable) => Promise<void>;
  const [body_] = await Promise.all([buffer(stream), answer(EVENT, stream)]);
  return [whole, { headers: head!.headers, body: body_, isBase64Encoded: whole.isBase64Encoded }];
}
type Result = { headers: Record<string, string>; body: NodeJS.ReadableStream; isBase64Encoded: boolean };
type Sent = { headers: Record<string, string>; body: Buffer; isBase64Encoded: boolean };

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["BR;Q=0.0,GZIP", "gzip"],
])("an answer is compressed as the client accepts it: %s", async (accepts, encoding) => {
  for (const headers of [
    HTML,
    { "content-type": "application/json", vary: "rsc", "content-length": "4500" },
  ]) {
    for (const { headers: sent, body, isBase64Encoded } of await answersOf({ accepts }, { headers })) {
      expect(sent).toMatchObject({
        "content-encoding": encoding,
        vary: expect.stringMatching(/^(rsc, )?Accept-Encoding$/),
      });
      expect(sent).not.toHaveProperty("content-length");
      expect(isBase64Encoded).toBe(true);
      expect(body.length).toBeLessThan(200);
      expect((encoding === "br" ? brotliDecompressSync : gunzipSync)(body).toString()).toBe(SCREEN);
    }
  }
});

test.each([
  ["a client that reads neither", { accepts: "identity, gzip;q=0" }, {}],
  ["HEAD", { method: "HEAD" }, { body: "" }],
  ["no change", {}, { status: 304, body: "" }],
  ["no content", {}, { status: 204, headers: {}, body: "" }],
  ["a picture", {}, { headers: { "content-type": "image/png" } }],
  ["an answer that is compressed", {}, { headers: { ...HTML, "content-encoding": "gzip" } }],
  ["a few bytes", {}, { headers: { ...HTML, "content-length": "9" }, body: "a screen." }],
])("an answer is sent as it is: %s", async (_, request, answer) => {
  for (const { headers, body } of await answersOf(request, answer)) {
    const before = (answer as { headers?: Record<string, string> }).headers?.["content-encoding"];
    expect(headers["content-encoding"]).toBe(before);
    expect(body.toString()).toBe((answer as { body?: string }).body ?? SCREEN);
  }
});
