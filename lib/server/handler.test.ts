import { ERRORS, rateLimited } from "@/lib/errors";
import { ObjectId } from "mongodb";
import { useTestDatabase } from "@/testing/database";
import { aPerson } from "@/testing/people";
import { z } from "zod";
import type { Viewer } from "./access";
import { handlerOf } from "./handler";
import { MAX_BODY_BYTES, type Operation } from "@/lib/contract/operation";
import { actorId } from "@/lib/contract/fields";
import { log } from "@/lib/log";
import { signInAs } from "@/testing/session";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

let ana: Viewer;
beforeAll(async () => {
  ana = await aPerson("Ana");
});
beforeEach(() => {
  delete process.env.RATE_LIMITS_OFF;
  delete process.env.AUTH_URL;
  signInAs(ana);
});

const run = jest.fn(async () => undefined);
const operation = {
  method: "POST",
  path: "/api/things",
  summary: "",
  limit: "friendRequest",
  body: z.object({
    word: z.string("Say a word."),
    by: actorId,
    token: z.string().optional(),
    people: z.array(z.string()).optional(),
    count: z.number().optional(),
    numbers: z.array(z.number()).optional(),
    points: z.array(z.object({ x: z.number(), y: z.number() })).optional(),
  }),
  response: z.object({ success: z.literal(true) }),
} as const satisfies Operation;

function post(
  body: BodyInit,
  headers: Record<string, string> = {},
  more: { maxBodyBytes?: number } = {},
): Promise<Response> {
  const request = new Request("http://evenly.test/api/things", {
    method: "POST",
    body,
    headers: { host: "evenly.test", "content-type": "application/json", ...headers },
  });
  return handlerOf(
    "POST /api/things",
    { ...operation, ...more },
    run,
  )(request, { params: Promise.resolve({}) });
}

const good = JSON.stringify({ word: "hello" });
beforeEach(() => {
  process.env.RATE_LIMITS_OFF = "true";
  run.mockClear();
});

test.each([
  ["not JSON", () => post("{"), 400, "malformed-json"],
  ["not UTF-8", () => post(new Uint8Array([0x22, 0xff, 0x22])), 400, "malformed-json"],
  ["another type", () => post(good, { "content-type": "text/plain" }), 415, "unsupported-media-type"],
  ["too large", () => post(JSON.stringify({ word: "x".repeat(MAX_BODY_BYTES) })), 413, "too-large"],
  [
    "an untrue length",
    () => post("x".repeat(MAX_BODY_BYTES + 1), { "content-length": "2" }),
    413,
    "too-large",
  ],
  ["another site", () => post(good, { origin: "https://evil.test" }), 403, "wrong-origin"],
  ["no site at all", () => post(good, { origin: "null" }), 403, "wrong-origin"],
  ["another actor", () => post(JSON.stringify({ word: "a", by: "b" })), 403, "wrong-actor"],
  ["another user's screen", () => post(good, { "evenly-user": "b".repeat(24) }), 403, "wrong-actor"],
  ["wrong shape", () => post(JSON.stringify({ word: { $gt: "" } })), 422, "invalid"],
])("%s is refused before the call runs", async (_, send, status, code) => {
  const response = await send();
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ success: false, code });
  expect(run).not.toHaveBeenCalled();
});

test.each(["[]", '[{"word":"hello"}]', "null", '"hello"', "5", "true"])(
  "the body %s is no object",
  async (body) => {
    const response = await post(body);
    const error = "The body must be a JSON object.";
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: "invalid", error, fieldErrors: { body: [error] } });
    expect(run).not.toHaveBeenCalled();
  },
);

test("if a field has no message of its own, the generic one is sent and the field is named", async () => {
  const response = await post(JSON.stringify({ word: "hello", count: "many" }));
  const error = "Please check what you entered.";
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ code: "invalid", error, fieldErrors: { count: [error] } });
});

test("of many problems of a field, the first 20 are sent", async () => {
  const response = await post(JSON.stringify({ word: "hello", numbers: Array(10_000).fill("x") }));
  expect(response.status).toBe(422);
  const { fieldErrors } = (await response.json()) as { fieldErrors: Record<string, string[]> };
  expect(fieldErrors["numbers"]).toHaveLength(20);
});

test("of a body that can be large, the first problem is sent", async () => {
  const maxBodyBytes = 16 * MAX_BODY_BYTES;
  const entries = Array(300_000).fill({});
  const response = await post(JSON.stringify({ word: "hello", points: entries }), {}, { maxBodyBytes });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ fieldErrors: { points: [ERRORS.invalid.message] } });
});

test("same-origin writes are allowed", async () => {
  expect((await post(good, { origin: "http://evenly.test" })).status).toBe(200);
  process.env.AUTH_URL = "https://evenly.example";
  expect((await post(good, { origin: "https://evenly.example" })).status).toBe(200);
});

test("one's own screen is allowed", async () => {
  expect((await post(good, { "evenly-user": ana.id })).status).toBe(200);
});

test("a call that returns nothing answers success", async () => {
  expect(await (await post(good)).json()).toEqual({ success: true });
});

test("answers are not cached", async () => {
  expect((await post(good)).headers.get("cache-control")).toBe("private, no-store");
});

test("internal errors are logged under an id, and only the id is sent", async () => {
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  run.mockRejectedValueOnce(new Error("E11000 duplicate key secret"));
  const response = await post(good);
  const text = await response.text();
  expect(response.status).toBe(500);
  const body = JSON.parse(text) as { error: string; id: string };
  expect(body.error).toBe("Something went wrong. Please try again.");
  expect(text).not.toContain("secret");
  expect(log.mock.calls[0]?.[0]).toContain(body.id);
});

test("the log line has ids of known fields, and says itself who did what", async () => {
  log.level = "info";
  const write = jest.spyOn(console, "warn").mockImplementation(() => undefined);
  const id = "b".repeat(24);
  const named = ["user", "event", "requestId", "level", "time", "msg", "other"].map((field) => [field, id]);
  const body = { ...Object.fromEntries(named), word: id, token: id, people: Array(200).fill(id) };
  expect((await post(JSON.stringify(body))).status).toBe(200);
  log.level = "warn";
  const lines = write.mock.calls.map(([line]) => line as string).filter((line) => line.includes('"event":'));
  expect(lines).toHaveLength(1);
  const { requestId, time, ...line } = JSON.parse(lines[0]!) as Record<string, unknown>;
  expect([requestId, time]).not.toContain(id);
  const facts = { level: "info", msg: "event", event: "POST /api/things", user: ana.id };
  expect(line).toEqual({ ...facts, word: id, people: Array(50).fill(id) });
});

test("rate-limited requests get a Retry-After", async () => {
  delete process.env.RATE_LIMITS_OFF;
  const other: Viewer = { ...ana, id: new ObjectId().toHexString() };
  signInAs(other);
  const responses = [];
  for (let count = 0; count < 21; count++) responses.push(await post(good));
  expect(responses.slice(0, 20).every(({ status }) => status === 200)).toBe(true);
  const last = responses[20]!;
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(3_500);
});

describe("a screen's form", () => {
  const next = jest.fn(() => "/things/new");
  const PUT = handlerOf(
    "PUT /api/things/{id}",
    {
      method: "PUT",
      path: "/api/things/{id}",
      summary: "",
      form: true,
      body: z.object({ word: z.string().min(1) }),
      response: z.object({ success: z.literal(true) }),
    },
    run,
    { page: ({ id }) => `/things/${id}`, next },
  );
  const FORM = "application/x-www-form-urlencoded;charset=UTF-8";

  async function send(fields: Record<string, string>, headers: Record<string, string> = {}) {
    const request = new Request("http://evenly.test/api/things/7", {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { host: "evenly.test", "content-type": FORM, ...headers },
    });
    return PUT(request, { params: Promise.resolve({ id: "7" }) });
  }

  test("is led to the next page", async () => {
    const response = await send({ word: "hello & bye", user: ana.id });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/things/new"]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(run).toHaveBeenCalledWith(
      expect.objectContaining({ body: { word: "hello & bye" }, params: { id: "7" }, actor: ana.id }),
    );
  });

  test.each([
    ["nothing typed", { word: "" }, "invalid"],
    ["another user's page", { word: "a", user: "b".repeat(24) }, "wrong-actor"],
    ["a page of somebody who was not signed in", { word: "a", user: "" }, "wrong-actor"],
    ["too much", { word: "a".repeat(MAX_BODY_BYTES) }, "too-large"],
  ])("returns to its page: %s", async (_, fields, code) => {
    const response = await send({ user: ana.id, ...fields });
    expect([response.status, response.headers.get("location")]).toEqual([303, `/things/7?problem=${code}`]);
    expect(run).not.toHaveBeenCalled();
  });

  test("that names nobody is one of nobody", async () => {
    expect((await send({ word: "a" })).headers.get("location")).toBe("/things/7?problem=wrong-actor");
  });

  test("that fails returns to its page; another site's does not", async () => {
    jest.spyOn(console, "error").mockImplementation(() => undefined);
    run.mockRejectedValueOnce(new Error("secret"));
    const failed = await send({ word: "a", user: ana.id });
    expect(failed.headers.get("location")).toBe("/things/7?problem=internal");
    run.mockRejectedValueOnce(rateLimited(700));
    const limited = await send({ word: "a", user: ana.id });
    expect(limited.headers.get("location")).toBe("/things/7?problem=rate-limited&wait=720");
    const foreign = await send({ word: "a", user: ana.id }, { origin: "https://evil.test" });
    expect([foreign.status, await foreign.json()]).toEqual([
      403,
      expect.objectContaining({ code: "wrong-origin" }),
    ]);
  });

  test("is not JSON: that is sent by the call's own method", async () => {
    expect((await send({}, { "content-type": "application/json" })).status).toBe(405);
    expect((await post(good, { "content-type": FORM })).status).toBe(415);
  });
});
