import { readdirSync } from "node:fs";
import {
  unstable_doesMiddlewareMatch as doesMiddlewareMatch,
  unstable_getResponseFromNextConfig,
} from "next/experimental/testing/server";
import { encode } from "next-auth/jwt";
import { NextRequest } from "next/server";
import type { Operation } from "@/lib/contract/operation";
import { operations } from "@/lib/contract/operations";
import { PERSON_HEADER } from "@/lib/core/account";
import { noticeBy } from "@/lib/server/http/database-notice";
import { GUARD_HEADER, guardMark } from "@/lib/server/http/guard-mark";
import { limitInMemory } from "@/lib/server/http/memory-limits";
import { SECURITY_HEADERS } from "@/lib/server/http/security-headers";
import { guarded } from "@/testing/guarded";
import { IDLE_SECONDS, newSession } from "@/lib/auth/session-token";
import middleware, { config } from "./middleware";
import nextConfig from "./next.config";

const environment = process.env;
const SECRET = "a-secret-for-these-tests-long-enough";
const [SECURE, PLAIN] = ["__Host-authjs.session-token", "authjs.session-token"];
const [SID, OTHER_SID] = ["64b0000000000000000000aa", "64b0000000000000000000ab"];
const HTTPS = guarded({ "x-forwarded-proto": "https" });
const ID = "64b000000000000000000001";
const DAY = 24 * 60 * 60;

const counted = globalThis as { evenlyLimits?: unknown };
beforeEach(() => {
  process.env = { ...environment, AUTH_SECRET: SECRET };
  delete counted.evenlyLimits;
});
afterEach(() => {
  process.env = environment;
  jest.useRealTimers();
});

async function session(change: { token?: object; secret?: string; cookie?: string; maxAge?: number } = {}) {
  const { token = newSession(ID, SID), secret = SECRET, cookie = PLAIN, maxAge = 60 } = change;
  return `${cookie}=${await encode({ token: { ...token }, secret, salt: cookie, maxAge })}`;
}

const ask = (path: string, cookie?: string, method = "GET", headers: Record<string, string> = {}) =>
  middleware(
    new NextRequest(new URL(path, "http://localhost:3000"), {
      method,
      headers: guarded({ host: "localhost:3000", ...(cookie && { cookie }), ...headers }),
    }),
  );
const passed = (response: Response) => response.headers.get("x-middleware-next") === "1";

describe("the guard", () => {
  it.each([
    [`/groups/${ID}`, ID],
    ["/account", null],
    ["/", null],
  ])("says whose screen %s is, if it is kept on the device", async (path, person) => {
    const response = await ask(path, await session());
    expect(response.headers.get(PERSON_HEADER)).toBe(person);
    expect((await ask(path)).headers.get(PERSON_HEADER)).toBeNull();
  });

  it.each(["/friends", "/groups/64b000000000000000000001", "/account"])(
    "redirects %s to the entry screen without a session",
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(307);
      expect(response.headers.get("Location")).toBe("http://localhost:3000/");
      for (const [name, value] of Object.entries(SECURITY_HEADERS))
        expect(response.headers.get(name)).toBe(value);
    },
  );

  it.each([
    ["updating", "Evenly is being updated. Please try again in a moment."],
    ["unavailable", "The database can't be reached. Please try again in a moment."],
  ] as const)("says in a page that the database is %s, where screens need it", async (problem, sentence) => {
    noticeBy(async () => problem);
    try {
      for (const refused of [await ask("/friends", await session()), await ask("/join/of-a-link")]) {
        expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
        // It is loaded again by itself.
        expect(refused.headers.get("refresh")).toBe("5");
        expect(await refused.text()).toContain(`<h1>${sentence}</h1>`);
      }
      expect(passed(await ask("/"))).toBe(true);
    } finally {
      noticeBy(async () => null);
    }
    expect(passed(await ask("/friends", await session()))).toBe(true);
  });

  it.each(["/", "/login", "/nowhere", "/nowhere.png"])("lets everyone open %s", async (path) =>
    expect(passed(await ask(path))).toBe(true),
  );

  it.each([
    ["a session", {}, {}],
    ["one over https", { cookie: SECURE }, HTTPS],
  ])("lets a user with %s pass", async (_label, change, headers) => {
    expect(passed(await ask("/friends", await session(change), "GET", headers))).toBe(true);
  });

  it.each([PLAIN, "__Secure-authjs.session-token"])("over https, does not accept %s", async (cookie) => {
    const sent = await session({ cookie });
    expect((await ask("/friends", sent, "GET", HTTPS)).status).toBe(307);
    process.env.AUTH_URL = "https://evenly.example";
    expect((await ask("/friends", sent)).status).toBe(307);
  });

  it.each([
    ["made with another secret", { secret: "another-secret-that-is-long-enough" }],
    ["that has expired", { maxAge: -60 }],
    ["without a user", { token: { name: "Ana" } }],
    ["under another cookie's name", { cookie: "authjs.csrf-token" }],
  ])("refuses a session %s", async (_label, change) => {
    expect((await ask("/friends", await session(change))).status).toBe(307);
  });
});

describe("the session's cookie", () => {
  const setCookie = (response: Response) => response.headers.get("set-cookie") ?? "";

  it("is unchanged for a day, then renewed", async () => {
    const cookie = await session({ maxAge: IDLE_SECONDS });
    expect(setCookie(await ask("/friends", cookie))).toBe("");
    jest.useFakeTimers({ now: Date.now() + (DAY + 60) * 1000, doNotFake: ["nextTick", "setImmediate"] });
    expect(setCookie(await ask("/friends", cookie))).toMatch(
      /^authjs\.session-token=[^;]+; Path=\/; Expires=[^;]+; Max-Age=1209600; HttpOnly; SameSite=lax$/,
    );
  });

  it("over https, is renewed under its own name, for this host only", async () => {
    const cookie = await session({ cookie: SECURE, maxAge: IDLE_SECONDS });
    jest.useFakeTimers({ now: Date.now() + (DAY + 60) * 1000, doNotFake: ["nextTick", "setImmediate"] });
    expect(setCookie(await ask("/friends", cookie, "GET", HTTPS))).toMatch(
      /^__Host-authjs\.session-token=[^;]+; Path=\/; Expires=[^;]+; Max-Age=1209600; Secure; HttpOnly; SameSite=lax$/,
    );
  });
});

describe("where no guard runs in front", () => {
  const bare = (method: string, path: string, headers: Record<string, string> = {}) =>
    middleware(
      new NextRequest(new URL(path, "http://localhost:3000"), {
        method,
        headers: { host: "localhost:3000", ...headers },
      }),
    );

  it.each([
    ["PUT", "/", {}, 405, "text/html; charset=utf-8"],
    ["POST", "/", {}, 405, "text/html; charset=utf-8"],
    ["GET", "/api/nope", {}, 404, "application/json"],
    ["PATCH", "/api/groups", {}, 405, "application/json"],
    ["POST", "/api/groups", { "content-length": "100000" }, 413, "application/json"],
    ["GET", "/api/nope", { "evenly-guard": "guessed direct" }, 404, "application/json"],
  ])("%s %s with %j is refused like there", async (method, path, headers, status, type) => {
    const answer = await bare(method, path, headers as Record<string, string>);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, type]);
    const { "content-security-policy": policy, ...others } = SECURITY_HEADERS;
    for (const [name, value] of Object.entries(others)) expect(answer.headers.get(name)).toBe(value);
    expect(answer.headers.get("content-security-policy")).toContain(policy);
  });

  it("calls are handed on", async () => {
    const answer = await bare("GET", "/api/groups");
    expect(passed(answer)).toBe(true);
    expect(answer.headers.get("content-security-policy")).toBeNull();
  });
});

describe("limits", () => {
  /** Sends this many requests; returns how many pass, and the last response. */
  async function flood(count: number, ...request: Parameters<typeof ask>) {
    let last = await ask(...request);
    let passes = 0;
    for (let index = 0; index < count; index++) {
      if (last.status !== 429) passes += 1;
      last = await ask(...request);
    }
    return { passes, last };
  }

  it("a user can open 600 screens a minute, from any address", async () => {
    const cookie = await session();
    const { passes, last } = await flood(601, "/friends", cookie, "GET", {
      "x-forwarded-for": "203.0.113.7",
    });
    expect(passes).toBe(600);
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await last.text()).toMatch(/Too many requests\. Try again in (\d+ seconds?|1 minute)\./);
    expect((await ask("/account", cookie, "GET", { "x-forwarded-for": "203.0.113.8" })).status).toBe(429);
    expect(
      passed(await ask("/friends", await session({ token: newSession(ID.replace(/1$/, "2"), OTHER_SID) }))),
    ).toBe(true);
  });

  it("a session, which may have ended, does not use up the limit of its user", async () => {
    const { passes } = await flood(601, "/friends", await session());
    expect(passes).toBe(600);
    await limitInMemory("read", ID);
    const other = await session({ token: newSession(ID, OTHER_SID) });
    expect(passed(await ask("/friends", other))).toBe(true);
  });

  it("a user without reads left can open no screen, with any session", async () => {
    for (let count = 0; count < 599; count++) await limitInMemory("read", ID);
    expect(passed(await ask("/friends", await session()))).toBe(true);
    await limitInMemory("read", ID);
    const refused = await ask("/friends", await session());
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    process.env.RATE_LIMITS_OFF = "true";
    expect(passed(await ask("/friends", await session()))).toBe(true);
  });

  it("an address can send 600 requests a minute without a session", async () => {
    const { passes } = await flood(601, "/", undefined, "GET", { "x-forwarded-for": "203.0.113.7" });
    expect(passes).toBe(600);
    expect(passed(await ask("/", undefined, "GET", { "x-forwarded-for": "203.0.113.8" }))).toBe(true);
  });
});

describe("the security policy", () => {
  const nonceOf = (response: Response) =>
    /'nonce-([^']+)'/.exec(response.headers.get("Content-Security-Policy") ?? "")?.[1];

  it("has a new nonce for each request, and passes it to the page", async () => {
    const [one, two] = [await ask("/"), await ask("/")];
    expect(nonceOf(one)).toMatch(/^[\w+/=]{20,}$/);
    expect(nonceOf(one)).not.toBe(nonceOf(two));
    expect(one.headers.get("x-middleware-request-x-nonce")).toBe(nonceOf(one));
    expect(one.headers.get("x-middleware-request-content-security-policy")).toBe(
      one.headers.get("Content-Security-Policy"),
    );
  });

  it("replaces a nonce that the client sent", async () => {
    const response = await ask("/", undefined, "GET", { "x-nonce": "mine" });
    expect(response.headers.get("x-middleware-request-x-nonce")).not.toBe("mine");
  });

  it("allows form redirects to the provider only if Google is configured", async () => {
    expect((await ask("/")).headers.get("Content-Security-Policy")).toContain("form-action 'self';");
    process.env.AUTH_GOOGLE_ID = "client";
    expect((await ask("/")).headers.get("Content-Security-Policy")).toContain(
      "form-action 'self' https://accounts.google.com;",
    );
  });
});

describe("the matcher", () => {
  const matches = (url: string) =>
    doesMiddlewareMatch({ config, url, headers: { [GUARD_HEADER]: guardMark(true) } });

  it.each(["/", "/friends", "/friends/abc", "/friends/abc.svg", "/nowhere.png", "/nowhere.txt", "/apis"])(
    "covers %s",
    (path) => expect(matches(path)).toBe(true),
  );

  const files = readdirSync("public", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice("public".length)}/${name}`);

  it.each([
    "/api/groups",
    "/api/groups/x.svg",
    "/favicon.ico",
    "/icon.svg",
    "/apple-icon.png",
    "/manifest.webmanifest",
    "/_next/static/chunks/a.js",
    ...files,
  ])("skips %s", (path) => expect(matches(path)).toBe(false));

  it("covers calls that have not passed the guard", () => {
    expect(doesMiddlewareMatch({ config, url: "/api/groups" })).toBe(true);
    expect(doesMiddlewareMatch({ config, url: "/sticker.svg" })).toBe(false);
  });

  it.each([
    "/",
    "/friends",
    "/nowhere.png",
    "/api/groups",
    "/api/nope",
    "/icon.svg",
    "/favicon.ico",
    "/apple-icon.png",
    "/manifest.webmanifest",
    "/_next/static/x.js",
    ...files,
  ])("either it or next.config.ts sends the policy of %s, not both", async (url) => {
    const response = await unstable_getResponseFromNextConfig({ url, nextConfig });
    expect(response.headers.has("content-security-policy")).toBe(!matches(url));
  });

  it("cuts off no body that an operation takes", () => {
    const taken = Object.values<Operation>(operations).map(({ maxBodyBytes = 0 }) => maxBodyBytes);
    expect(nextConfig.experimental!.proxyClientMaxBodySize).toBeGreaterThan(Math.max(...taken));
  });

  it.each(["/friends", "/api/groups", "/icon.svg", "/sw.js"])(
    "%s has the guard's Strict-Transport-Security, or that of next.config.ts",
    async (url) => {
      const sent = async (headers = {}) =>
        (await unstable_getResponseFromNextConfig({ url, nextConfig, headers })).headers;
      expect((await sent()).get("strict-transport-security")).toBe("max-age=31536000");
      expect((await sent(guarded({}))).has("strict-transport-security")).toBe(false);
    },
  );
});
