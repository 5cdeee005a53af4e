import { actAs, ApiError, call, isOutdated, newIdempotencyKey, pathOf, serverMessage } from "./call";
import { callPage } from "./call-page";

const settle = () =>
  call("PUT /api/settlements/{id}/settle", {
    params: { id: "1" },
    body: { settled: true },
    idempotencyKey: null,
  });

const realFetch = globalThis.fetch;
let sent: { path: string; init: RequestInit }[] = [];

function response(body: unknown, init: ResponseInit = {}) {
  globalThis.fetch = async (path, options = {}) => {
    sent.push({ path: String(path), init: options });
    return new Response(typeof body === "string" ? body : JSON.stringify(body), init);
  };
}

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`not an ApiError: ${String(error)}`);
  return error;
}

beforeEach(() => {
  sent = [];
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

test("sends JSON with the idempotency key and returns the parsed body", async () => {
  response({ _id: "1" }, { status: 201 });
  const body = { title: "Home", icon: "/a.svg", members: [] };
  await expect(call("POST /api/groups", { body, idempotencyKey: "k1" })).resolves.toEqual({
    _id: "1",
  });
  expect(sent[0]).toMatchObject({
    path: "/api/groups",
    init: {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", "Idempotency-Key": "k1" },
    },
  });
});

test("sends no content type without a body", async () => {
  response({ success: true });
  await call("PUT /api/groups/requests/{id}/accept", { params: { id: "1" } });
  expect(sent[0]?.init.body).toBeUndefined();
  expect(sent[0]?.init.headers).toEqual({ Accept: "application/json" });
});

test("a write names the user of the screen", async () => {
  response({ success: true });
  actAs("ana");
  await call("DELETE /api/account");
  await call("GET /api/groups");
  const named = sent.map(({ init }) => new Headers(init.headers).get("Evenly-User"));
  expect(named).toEqual(["ana", null]);
});

test("a change outlives its page; a read does not, nor one that browsers would refuse then", async () => {
  response({ success: true });
  await settle();
  await call("GET /api/groups");
  const body = { text: "é".repeat(32_000) };
  await call("POST /api/expenses/{expenseId}/comments", {
    params: { expenseId: "1" },
    body,
    idempotencyKey: null,
  });
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, false, false]);
});

test.each([
  ["no response", (hangs: Promise<never>) => hangs],
  ["half of one", async (hangs: Promise<never>) => ({ text: () => hangs }) as unknown as Response],
])(
  "a call that gets %s for long ends as one without a connection",
  async (_label, respond) => {
    const line = new AbortController();
    const patience = jest.spyOn(AbortSignal, "timeout").mockReturnValue(line.signal);
    globalThis.fetch = (_path, init) =>
      respond(new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(new Error()))));
    const failure = failureOf(settle());
    line.abort();
    expect(await failure).toMatchObject({ status: 0, code: "network" });
    expect(patience.mock.calls).toEqual([[30_000]]);
    patience.mockRestore();
  },
  3_000,
);

test("reads the next cursor of a page", async () => {
  response([{ _id: "1" }], { headers: { "X-Next-Cursor": "abc" } });
  await expect(callPage("GET /api/expenses", { query: { eventId: "1" } })).resolves.toEqual({
    rows: [{ _id: "1" }],
    nextCursor: "abc",
  });
  response([]);
  await expect(callPage("GET /api/expenses", { query: { eventId: "1" } })).resolves.toEqual({
    rows: [],
    nextCursor: null,
  });
});

test("a refused write has the server's message, its code, and the invalid fields", async () => {
  response(
    {
      success: false,
      error: "Please enter a group name.",
      message: "Please enter a group name.",
      code: "invalid",
      fieldErrors: { title: ["Please enter a group name."] },
    },
    { status: 422 },
  );
  const error = await failureOf(settle());
  expect(error).toMatchObject({ status: 422, code: "invalid", message: "Please enter a group name." });
  expect(error.fieldErrors).toEqual({ title: ["Please enter a group name."] });
  expect(serverMessage(error, "other")).toBe("Please enter a group name.");
});

test("an answer that says it failed is a failure, whatever its status", async () => {
  response({ success: false, error: "This payment is already settled." });
  const error = await failureOf(settle());
  expect(serverMessage(error, "other")).toBe("This payment is already settled.");
});

test.each([
  [500, "internal"],
  [503, "unavailable"],
])("when the server failed with %i, the screen's own message is shown", async (status, code) => {
  response({ success: false, error: "A message for all calls.", code }, { status });
  const error = await failureOf(settle());
  expect(error).toMatchObject({ status, code, message: "Something went wrong. Please try again." });
  expect(serverMessage(error, "Failed to settle transaction")).toBe("Failed to settle transaction");
});

test.each([
  [408, false],
  [409, true],
])("a refusal with %i says that the screen is outdated: %s", async (status, outdated) => {
  response({}, { status });
  expect(isOutdated(await failureOf(settle()))).toBe(outdated);
});

test("recognizes an expired session", async () => {
  response({ success: false, error: "Please sign in.", code: "unauthenticated" }, { status: 401 });
  const error = await failureOf(call("GET /api/groups"));
  expect(error.sessionExpired).toBe(true);
  expect(error.message).toBe("Please sign in.");
});

test.each([
  ["no connection", () => Promise.reject(new TypeError("Failed to fetch")), 0, "network"],
  ["a proxy's page", () => Promise.resolve(new Response("<h1>Bad</h1>", { status: 502 })), 502, "internal"],
  ["a page where JSON belongs", () => Promise.resolve(new Response("<h1>Wi-Fi</h1>")), 200, "internal"],
  ["a bare 429", () => Promise.resolve(new Response("", { status: 429 })), 429, "rate-limited"],
])("%s gives the generic message", async (_name, respond, status, code) => {
  globalThis.fetch = respond as typeof fetch;
  const error = await failureOf(call("GET /api/groups"));
  expect(error).toMatchObject({ status, code, message: "Something went wrong. Please try again." });
  expect(serverMessage(error, "Failed to send friend request")).toBe("Failed to send friend request");
});

test("idempotency keys have 128 random bits", () => {
  const keys = new Set(Array.from({ length: 50 }, newIdempotencyKey));
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

test("a path has its parameters and query", () => {
  expect(pathOf("GET /api/groups")).toBe("/api/groups");
  const params = { id: "1", batchId: "2" };
  expect(pathOf("DELETE /api/users/{id}/settlements/{batchId}", { params })).toBe(
    "/api/users/1/settlements/2",
  );
  const query = { query: "a&b@c d", limit: 5 };
  expect(pathOf("GET /api/users/search", { query })).toBe("/api/users/search?query=a%26b%40c+d&limit=5");
});

test("what does not fit the contract does not compile", () => {
  // Never called.
  const wrong = () => [
    // @ts-expect-error -- no such path
    call("GET /api/gruops"),
    // @ts-expect-error -- the group is missing
    call("GET /api/groups/{groupId}"),
    // @ts-expect-error -- not this parameter
    call("GET /api/groups/{groupId}", { params: { id: "1" } }),
    // @ts-expect-error -- the body is missing
    call("PUT /api/settlements/{id}/settle", { params: { id: "1" }, idempotencyKey: null }),
    // @ts-expect-error -- a field of another type
    call("PUT /api/groups/{groupId}/members/remove", { params: { groupId: "1" }, body: { userId: 1 } }),
    // @ts-expect-error -- nobody decided about the key
    call("POST /api/expenses/{expenseId}/comments", { params: { expenseId: "1" }, body: { text: "" } }),
    // @ts-expect-error -- takes no key
    call("DELETE /api/account", { idempotencyKey: "1" }),
    // @ts-expect-error -- the response can also be { success: true }
    settle().then(({ amount }) => amount),
    // @ts-expect-error -- not a list
    callPage("GET /api/groups/{groupId}", { params: { groupId: "1" } }),
  ];
  expect(wrong).toBeInstanceOf(Function);
});

test("an answer that breaks off is none: the page was left, or the line was cut", async () => {
  const broken = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError("cut")) });
  globalThis.fetch = async () => new Response(broken(), { status: 404 });
  expect(await failureOf(call("GET /api/groups"))).toMatchObject({ status: 0, code: "network" });
});
