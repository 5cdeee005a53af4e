import { readdirSync, readFileSync } from "node:fs";
import { DEMO_EMAIL } from "./support/screens";
import { signIn } from "./support/actor";
import { responses, ONLY_BEHIND_A_GUARD, type Kind } from "./support/answers";
import { expect, test } from "./support/fixtures";
import { NEXT_START, NPM_START } from "./support/server";
import { forgeAddresses, rawRequest, type RawResponse } from "./support/raw-request";

// The headers of every kind of response, and the answers to malformed requests.

const ALWAYS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "cross-origin-opener-policy": "same-origin",
  "strict-transport-security": "max-age=31536000",
};
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function expectHeaders(what: string, { headers, body }: RawResponse, kind: Kind): void {
  const ofLink = /(invite|shared|unsubscribe) link/.test(what) && {
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex",
  };
  expect.soft(headers, what).toMatchObject({ ...ALWAYS, ...ofLink });
  expect.soft(headers, what).not.toHaveProperty("x-powered-by");
  const policy = String(headers["content-security-policy"]);
  expect.soft(policy, what).toContain("frame-ancestors 'none'");
  expect.soft(policy, what).not.toMatch(/(script-src|style-src|default-src) [^;]*'unsafe-(inline|eval)'/);
  if (kind === "page")
    expect.soft(policy, what).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}' 'strict-dynamic'/);
  if (kind === "plain page")
    expect.soft(policy, what).toMatch(new RegExp(`^${NOTHING}; style-src 'sha256-[^']+'`));
  if (kind === "call" || kind === "other") expect(policy, what).toBe(NOTHING);
  if (kind === "plain page") expect(body, what).toContain("Take me home");
}

for (const [where, program, environment] of [
  ["behind the guard", NPM_START, {}],
  ["where no guard runs in front of Next.js", NEXT_START, { TRUSTED_PROXIES: "1", DEMO: "1" }],
] as const) {
  test(`every kind of answer has security headers, ${where}`, async ({ newContext, startServer }) => {
    const guarded = program === NPM_START;
    const server = await startServer(environment, undefined, program);
    const { context } = await signIn(await newContext(), server.url, DEMO_EMAIL);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    for (const [what, [method, path, options], withSession, status, kind] of responses) {
      if (!guarded && ONLY_BEHIND_A_GUARD.includes(what)) continue;
      const headers = { ...(withSession && { cookie }), ...options?.headers };
      const ask = (address: string) => rawRequest(server.url, method, address, { ...options, headers });
      const first = await ask(path).catch((error: Error) =>
        Promise.reject(new Error(`${what}: ${error.message}`)),
      );
      // Requests of links have the headers in the URL as well.
      const response = path.startsWith("/groups?") ? await ask(String(first.headers.location)) : first;
      expect.soft(response.status, what).toBe(status);
      expectHeaders(what, response, kind);
      if (kind === "call") {
        expect.soft(response.headers["content-type"], what).toMatch(/^application\/json/);
        const json: unknown = JSON.parse(response.body);
        if (status >= 400)
          expect.soft(json, what).toMatchObject({
            success: false,
            error: expect.any(String),
            code: expect.any(String),
          });
      }
    }
    const scripts = readdirSync(".next/static/chunks").filter((name) => name.endsWith(".js"));
    for (const path of [...scripts.slice(0, 3), "gone.js"]) {
      const headers = { "accept-encoding": "br" };
      const response = await rawRequest(server.url, "GET", `/_next/static/chunks/${path}`, { headers });
      expect.soft(response.status, path).toBe(path === "gone.js" ? 404 : 200);
      expect.soft(response.headers, path).toMatchObject({
        "content-security-policy": "default-src 'none'",
        "x-content-type-options": "nosniff",
      });
      if (response.status === 200 && guarded) expect.soft(response.headers, path).not.toHaveProperty("etag");
    }
  });
}

test("scripts and styles are sent as the build has compressed them, to whoever can read that", async ({
  server,
}) => {
  const folder = ".next/static/chunks";
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  for (const name of [
    files.find((one) => one.endsWith(".js"))!,
    files.find((one) => one.endsWith(".css"))!,
  ]) {
    for (const [accepted, sent] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip, br;q=0", "gzip"],
      ["identity", null],
    ] as const) {
      const headers = { "accept-encoding": accepted };
      const response = await fetch(`${server.url}/_next/static/chunks/${name}`, { headers });
      expect(response.headers.get("content-encoding"), `${name}, ${accepted}`).toBe(sent);
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      expect(response.headers.get("content-type")).toMatch(
        name.endsWith(".js") ? /javascript/ : /^text\/css/,
      );
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(await response.text()).toBe(readFileSync(`${folder}/${name}`, "utf8"));
    }
  }
});

test("without a guard, forged addresses meet the limit of the client's own", async ({ startServer }) => {
  const server = await startServer({ TRUSTED_PROXIES: "1" }, undefined, NEXT_START);
  const statuses = await forgeAddresses(server.url, ", 203.0.113.7");
  expect(statuses.slice(600)).toEqual(Array(40).fill(429));
});

test("the plain error page is accessible, has a link, and satisfies its policy", async ({ page, guard }) => {
  guard.allowStatus(400);
  await page.goto("/%E0%A4%A");
  await expect(page.getByRole("heading", { name: "This URL is malformed." })).toBeVisible();
  await expect(page.getByRole("heading")).toHaveCSS("font-size", "27px");
  await page.getByRole("link", { name: "Take me home" }).click();
  await expect(page).toHaveURL("/");
});

test("X-Forwarded-Host is used only from a trusted proxy", async ({ startServer, server, newContext }) => {
  const forged = {
    "X-Forwarded-Host": "evil.test",
    "X-Forwarded-Proto": "http",
    Origin: "http://evil.test",
  };
  const write = async (url: string, own: Record<string, string>, proxy: Record<string, string> = {}) => {
    const { context } = await signIn(await newContext({ extraHTTPHeaders: proxy }), url, DEMO_EMAIL);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const headers = { cookie, "Content-Type": "application/json", ...own };
    return (await rawRequest(url, "POST", "/api/groups", { headers, body: "{}" })).status;
  };
  expect.soft(await write(server.url, forged)).toBe(403);
  expect.soft(await write(server.url, { Origin: server.url })).toBe(422);
  const behindProxy = await startServer({ AUTH_TRUST_HOST: "true", DEMO: "1" });
  // A counted proxy names the client, or nobody signs in as a demo person.
  expect.soft(await write(behindProxy.url, forged, { "X-Forwarded-For": "203.0.113.7" })).toBe(422);
});

test("demo sign-in is not offered at a foreign host name, nor to strangers", async ({
  startServer,
  server,
}) => {
  const offered = async (url: string, headers: Record<string, string>) =>
    (await rawRequest(url, "GET", "/", { headers })).body.includes("Ana Silva");
  const host = new URL(server.url).host;
  expect.soft(await offered(server.url, { host })).toBe(true);
  expect.soft(await offered(server.url, { host: "evil.test" })).toBe(false);
  const response = await rawRequest(server.url, "GET", "/api/auth/providers", {
    headers: { host: "evil.test" },
  });
  expect.soft(JSON.parse(response.body)).toEqual({});
  const proxied = await startServer({ TRUSTED_PROXIES: "1" });
  const own = new URL(proxied.url).host;
  expect.soft(await offered(proxied.url, { host: own, "X-Forwarded-For": "203.0.113.7" })).toBe(false);
  expect.soft(await offered(proxied.url, { host: own, "X-Forwarded-For": "127.0.0.1" })).toBe(false);
  for (const header of ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded", "Via"])
    expect.soft(await offered(server.url, { host, [header]: "127.0.0.1" }), header).toBe(false);
});
