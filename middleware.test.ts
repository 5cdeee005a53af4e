import { encode } from "next-auth/jwt";
import { NextRequest } from "next/server";
import middleware, { config } from "./middleware";

const environment = process.env;
const SECRET = "a secret for these tests";
const COOKIE = "authjs.session-token";
const ana = { id: "64b000000000000000000001", name: "Ana", email: "ana@demo.test", picture: "" };

beforeEach(() => {
  process.env = { ...environment, AUTH_SECRET: SECRET };
});
afterEach(() => {
  process.env = environment;
});

async function session(change: { token?: object; secret?: string; cookie?: string; maxAge?: number } = {}) {
  const { token = ana, secret = SECRET, cookie = COOKIE, maxAge = 60 } = change;
  return `${cookie}=${await encode({ token: { ...token }, secret, salt: cookie, maxAge })}`;
}

const ask = (path: string, cookie?: string, method = "GET") =>
  middleware(
    new NextRequest(new URL(path, "http://localhost:3000"), {
      method,
      ...(cookie && { headers: { cookie } }),
    }),
  );
const passed = (response: Response) => response.headers.get("x-middleware-next") === "1";

describe("the guard", () => {
  it.each(["/friends", "/groups/64b000000000000000000001", "/account"])(
    "sends somebody without a session from %s to the entry screen",
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(307);
      expect(response.headers.get("Location")).toBe("http://localhost:3000/");
    },
  );

  it.each(["GET", "POST", "PUT", "DELETE"])("answers a %s call without a session 401", async (method) => {
    const response = await ask("/api/groups", undefined, method);
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      success: false,
      error: "Please sign in.",
      message: "Please sign in.",
      code: "unauthenticated",
    });
  });

  it.each(["/", "/login", "/nowhere", "/api/health", "/api/openapi.json", "/api/auth/session"])(
    "lets anybody open %s",
    async (path) => expect(passed(await ask(path))).toBe(true),
  );

  it.each([
    ["a session", {}],
    ["one over https", { cookie: `__Secure-${COOKIE}` }],
  ])("lets somebody with %s pass", async (_label, change) => {
    const cookie = await session(change);
    expect(passed(await ask("/friends", cookie))).toBe(true);
    expect(passed(await ask("/api/groups", cookie))).toBe(true);
  });

  it.each([
    ["made with another secret", { secret: "another" }],
    ["that has run out", { maxAge: -60 }],
    ["without a user", { token: { name: "Ana" } }],
    ["of a user id that is none", { token: { ...ana, id: "ana" } }],
    ["under another cookie's name", { cookie: "authjs.csrf-token" }],
  ])("does not take a session %s", async (_label, change) => {
    expect((await ask("/friends", await session(change))).status).toBe(307);
    expect((await ask("/api/groups", await session(change))).status).toBe(401);
  });

  it("does not take a cookie that is no token", async () => {
    expect((await ask("/friends", `${COOKIE}=abc`)).status).toBe(307);
  });
});

describe("the security policy", () => {
  const nonceOf = (response: Response) =>
    /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1];

  it("names a nonce of its own for each request, and passes it on to the page", async () => {
    const [one, two] = [await ask("/"), await ask("/")];
    expect(nonceOf(one)).toMatch(/^[\w+/=]{20,}$/);
    expect(nonceOf(one)).not.toBe(nonceOf(two));
    expect(one.headers.get("x-middleware-request-x-nonce")).toBe(nonceOf(one));
    expect(one.headers.get("x-middleware-request-content-security-policy")).toBe(
      one.headers.get("Content-Security-Policy"),
    );
  });

  it("replaces a nonce that the client sent", async () => {
    const request = new NextRequest("http://localhost:3000/", { headers: { "x-nonce": "mine" } });
    expect((await middleware(request)).headers.get("x-middleware-request-x-nonce")).not.toBe("mine");
  });

  it("allows the sign-in form to lead to the provider only where there is one", async () => {
    expect((await ask("/")).headers.get("Content-Security-Policy")).toContain("form-action 'self';");
    process.env.AUTH_GOOGLE_ID = "client";
    expect((await ask("/")).headers.get("Content-Security-Policy")).toContain(
      "form-action 'self' https://accounts.google.com;",
    );
  });
});

describe("the matcher", () => {
  const matches = (path: string) =>
    config.matcher.some((pattern) =>
      pattern.includes(":path*") ? path.startsWith("/api/") : new RegExp(`^${pattern}$`).test(path),
    );

  it.each(["/", "/friends", "/api/groups", "/api/groups/x.svg", "/friends/abc"])("covers %s", (path) =>
    expect(matches(path)).toBe(true),
  );
  it.each(["/sticker.svg", "/_next/static/chunks/a.js", "/group-icons/bee.svg", "/placeholder.jpg"])(
    "leaves %s alone",
    (path) => expect(matches(path)).toBe(false),
  );
});
