import { PassThrough, type Writable } from "node:stream";
import { text } from "node:stream/consumers";
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
  return answer;
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
