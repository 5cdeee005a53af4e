import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { ObjectId } from "mongodb";
import { logUnhandled } from "@/lib/log/console";
import { log } from "@/lib/log";
import { errorResponse } from "@/lib/server/http/json-response";
import { guard } from "@/lib/server/http/request-guard";
import { useTestDatabase } from "@/testing/database";
import { call } from "@/testing/api/call";
import { buildWorld, type World } from "@/testing/api/world";

jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"));

useTestDatabase();

type Line = Record<string, unknown>;
let lines: Line[];
let world: World;

beforeAll(async () => {
  process.env.RATE_LIMITS_OFF = "true";
  world = await buildWorld();
});
beforeEach(() => {
  lines = [];
  log.level = "info";
  const keep = (line: string) => void lines.push(JSON.parse(line) as Line);
  jest.spyOn(console, "warn").mockImplementation(keep);
  jest.spyOn(console, "error").mockImplementation(keep);
});
afterEach(() => {
  log.level = "warn";
});

const linesOf = (msg: string) => lines.filter((line) => line.msg === msg);
const SECRET = "Wombat";

test("each call is one line with its route, and no line contains what people typed", async () => {
  const { people, ids } = world;
  const body = {
    eventId: ids.event,
    description: SECRET,
    amount: 12.34,
    paidBy: people.member.id,
    splitWith: [people.member.id, people.creator.id],
    note: SECRET,
  };
  const { headers, body: created } = await call("createExpense", { as: people.member, body });
  const [request] = linesOf("request");
  expect(linesOf("request")).toHaveLength(1);
  expect(request).toMatchObject({
    level: "info",
    method: "POST",
    route: "/api/expenses",
    status: 201,
    user: people.member.id,
    ms: expect.any(Number) as number,
  });
  expect(headers.get("x-request-id")).toBe(request!.requestId);
  expect(linesOf("event")).toMatchObject([
    {
      event: "createExpense",
      requestId: request!.requestId,
      user: people.member.id,
      eventId: ids.event,
      splitWith: body.splitWith,
      _id: (created as { _id: string })._id,
    },
  ]);
  const { email, name } = people.member;
  for (const typed of [SECRET, "12.34", email, name]) expect(JSON.stringify(lines)).not.toContain(typed);
});

test.each([
  ["without a session", "anonymous", "getGroup", 401, "unauthenticated"],
  ["of what someone may not see", "stranger", "getGroup", 404, "not-found"],
  ["of what someone may not do", "member", "deleteGroup", 403, "forbidden"],
] as const)(
  "a refusal %s is logged with its code, and changes nothing",
  async (_, role, name, status, code) => {
    const as = role === "anonymous" ? null : world.people[role];
    await call(name, { as, params: { groupId: world.ids.group } });
    expect(linesOf("request")).toMatchObject([{ route: "/api/groups/{groupId}", status, code }]);
    expect(linesOf("request")[0]!.user).toBe(as?.id);
  },
);

test("a hidden item that exists is told from one that does not exist, in the log only", async () => {
  const { people, ids } = world;
  const ask = (groupId: string) => call("getGroup", { as: people.stranger, params: { groupId } });
  const [hidden, missing] = [await ask(ids.group), await ask(new ObjectId().toHexString())];
  expect(hidden.text).toBe(missing.text);
  // Without those of an earlier request, whose item was looked up after its response.
  const events = () =>
    linesOf("event").filter(({ requestId }) =>
      [hidden, missing].some(({ headers }) => headers.get("x-request-id") === requestId),
    );
  while (events().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(events()).toMatchObject([{ event: "hiddenFromUser", user: people.stranger.id, ids: [ids.group] }]);
});

test("an error is logged with the id of the answer, and without values", async () => {
  const error = Object.assign(
    new Error('E11000 duplicate key error dup key: { email: "jane@doe.example" }'),
    {
      code: 11000,
      keyValue: { email: "jane@doe.example" },
      cause: new Error(
        'Unexpected token in "a "Jane"\n    at secret Doe", see https://evenly.example/join/secret or mail jane@doe.example',
      ),
    },
  );
  logUnhandled(error);
  expect(lines).toMatchObject([
    { level: "error", err: { type: "Error", code: 11000, stack: expect.stringContaining("at ") as string } },
  ]);
  for (const value of ["jane", "Jane", "secret"]) expect(JSON.stringify(lines)).not.toContain(value);
});

test.each([
  ["a screen", logUnhandled],
  ["a call", errorResponse],
  ["a package", (error: unknown) => log.error({ err: error }, "An error was reported.")],
])("a client that goes in the middle of a request of %s causes no error line", async (_, handle) => {
  const server = createServer(guard((request) => void request.on("error", handle).resume()));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST /api/sign-out HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf");
  server.once("request", () => client.resetAndDestroy());
  while (linesOf("request").length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((closed) => server.close(closed));
  expect(linesOf("request")).toMatchObject([{ level: "info", route: "/api/sign-out", status: 499 }]);
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("on Node's server, every request is one line, with the id that the answer contains", async () => {
  const server = createServer(guard((_, response) => void response.end("shown")));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const responses: Response[] = [];
  for (const path of ["/groups/65f0c0ffee65f0c0ffee65f0?q=Jane", "/jane.txt", "/jane", "/api/jane"])
    responses.push(await fetch(origin + path));
  await new Promise((closed) => server.close(closed));
  // A line is written when the server has closed its response, which can be after the client has read it.
  while (linesOf("request").length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(linesOf("request")).toMatchObject([
    { method: "GET", route: "/groups/*", status: 200 },
    { route: "(unknown screen)", status: 200 },
    { route: "(unknown call)", status: 404 },
  ]);
  expect(linesOf("request").map(({ requestId }) => requestId)).toEqual(
    [0, 2, 3].map((index) => responses[index]!.headers.get("x-request-id")),
  );
  expect(JSON.stringify(lines)).not.toMatch(/jane|65f0/i);
});
