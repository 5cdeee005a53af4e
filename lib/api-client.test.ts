import { actAs, api, ApiError, newIdempotencyKey, serverMessage } from "./api-client";

const realFetch = globalThis.fetch;
let sent: { path: string; init: RequestInit }[] = [];

function answer(body: unknown, init: ResponseInit = {}) {
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
  answer({ _id: "1" }, { status: 201 });
  await expect(api.post("/api/groups", { title: "Home" }, { idempotencyKey: "k1" })).resolves.toEqual({
    _id: "1",
  });
  expect(sent[0]).toMatchObject({
    path: "/api/groups",
    init: {
      method: "POST",
      body: '{"title":"Home"}',
      headers: { "Content-Type": "application/json", "Idempotency-Key": "k1" },
    },
  });
});

test("sends no content type without a body", async () => {
  answer({ success: true });
  await api.put("/api/groups/requests/1/accept");
  expect(sent[0]?.init.body).toBeUndefined();
  expect(sent[0]?.init.headers).toEqual({ Accept: "application/json" });
});

test("a write names the user of the screen", async () => {
  answer({ success: true });
  actAs("ana");
  await api.delete("/api/account");
  await api.get("/api/groups");
  const named = sent.map(({ init }) => new Headers(init.headers).get("Evenly-User"));
  expect(named).toEqual(["ana", null]);
});

test("a change outlives its page, a read does not", async () => {
  answer({ success: true });
  await api.put("/api/settlements/1/settle");
  await api.get("/api/groups");
  expect(sent.map(({ init }) => init.keepalive)).toEqual([true, false]);
});

test("reads the next cursor of a page", async () => {
  answer([{ _id: "1" }], { headers: { "X-Next-Cursor": "abc" } });
  await expect(api.getPage("/api/expenses?eventId=1")).resolves.toEqual({
    rows: [{ _id: "1" }],
    nextCursor: "abc",
  });
  answer([]);
  await expect(api.getPage("/api/expenses?eventId=1")).resolves.toEqual({ rows: [], nextCursor: null });
});

test("a refused write has the server's message, its code, and the invalid fields", async () => {
  answer(
    {
      success: false,
      error: "Please enter a group name.",
      message: "Please enter a group name.",
      code: "invalid",
      fieldErrors: { title: ["Please enter a group name."] },
    },
    { status: 422 },
  );
  const error = await failureOf(api.post("/api/groups", {}));
  expect(error).toMatchObject({ status: 422, code: "invalid", message: "Please enter a group name." });
  expect(error.fieldErrors).toEqual({ title: ["Please enter a group name."] });
  expect(serverMessage(error, "other")).toBe("Please enter a group name.");
});

test("an answer that says it failed is a failure, whatever its status", async () => {
  answer({ success: false, error: "This payment is already settled." });
  const error = await failureOf(api.put("/api/settlements/1/settle"));
  expect(serverMessage(error, "other")).toBe("This payment is already settled.");
});

test.each([
  [500, "internal"],
  [503, "unavailable"],
])("when the server failed with %i, the screen's own message is shown", async (status, code) => {
  answer({ success: false, error: "A message for all calls.", code }, { status });
  const error = await failureOf(api.put("/api/settlements/1/settle"));
  expect(error).toMatchObject({ status, code, message: "Something went wrong. Please try again." });
  expect(serverMessage(error, "Failed to settle transaction")).toBe("Failed to settle transaction");
});

test("recognizes an expired session", async () => {
  answer({ success: false, error: "Please sign in.", code: "unauthenticated" }, { status: 401 });
  const error = await failureOf(api.get("/api/groups"));
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
  const error = await failureOf(api.get("/api/groups"));
  expect(error).toMatchObject({ status, code, message: "Something went wrong. Please try again." });
  expect(serverMessage(error, "Failed to send friend request")).toBe("Failed to send friend request");
});

test("idempotency keys have 128 random bits", () => {
  const keys = new Set(Array.from({ length: 50 }, newIdempotencyKey));
  expect(keys.size).toBe(50);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
