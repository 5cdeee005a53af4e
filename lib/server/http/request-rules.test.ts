import { parseEnv } from "@/lib/env";
import { isDirect, isGuarded } from "./guard-mark";
import { MAX_BODY_BYTES } from "@/lib/contract/operation";
import { checkRequest, type AskedRequest } from "./request-rules";
import { SECURITY_HEADERS } from "./security-headers";

const decide = (asked: Partial<AskedRequest>, variables: Record<string, string> = {}) =>
  checkRequest(
    {
      method: "GET",
      target: "/",
      peer: "127.0.0.1",
      ...asked,
      headers: { host: "evenly.test", ...asked.headers },
    },
    parseEnv(variables),
  );

const TOO_MUCH = { "content-length": String(MAX_BODY_BYTES + 1) };

test.each<[string, Partial<AskedRequest>, number, string]>([
  ["PUT of a screen", { method: "PUT" }, 405, "This method is not allowed here."],
  ["POST to a file", { method: "POST", target: "/sticker.svg" }, 405, "This method is not allowed here."],
  ["an unknown call", { target: "/api/nope" }, 404, "not-found"],
  ["another method of a call", { method: "PATCH", target: "/api/groups?x=1" }, 405, "method-not-allowed"],
  ["POST to a screen", { method: "POST" }, 405, "This method is not allowed here."],
  ["a call of 100 kB", { method: "POST", target: "/api/groups", headers: TOO_MUCH }, 413, "too-large"],
  ["a malformed address", { target: "/%E0%A4%A" }, 400, "This URL is malformed."],
  ["two hosts", { hosts: 2 }, 400, "This URL is malformed."],
  ["two hosts in one header", { headers: { host: "a.test, b.test" } }, 400, "This URL is malformed."],
  ["a call with two hosts", { hosts: 2, target: "/api/groups" }, 400, "malformed-address"],
  ...["", "%%%", "[]:x", "a b", "a@b", "a/b", "x:99999", "1.2.3.4.5", "b\u00fccher.test"].map(
    (host): [string, Partial<AskedRequest>, number, string] => [
      `the host "${host}"`,
      { headers: { host } },
      400,
      "This URL is malformed.",
    ],
  ),
  ["the page for crashes", { target: "/_global-error" }, 404, "We couldn't find that."],
  ["Next.js's page for unknown ones", { target: "/_not-found?x=1" }, 404, "We couldn't find that."],
  ["the image optimizer", { target: "/_next/image?url=%2Ficon-192.png&w=64&q=75" }, 404, "couldn't find"],
])("refuses %s", (_, asked, status, says) => {
  const { refusal } = decide(asked, { NODE_ENV: "production" });
  expect(refusal).toMatchObject({ status, body: expect.stringContaining(says) as string });
  const { "content-security-policy": policy, ...others } = SECURITY_HEADERS;
  for (const [name, value] of Object.entries(others))
    expect(refusal!.headers[name.toLowerCase()]).toBe(value);
  expect(refusal!.headers["content-security-policy"]).toContain(policy);
  expect(refusal!.headers["cache-control"]).toBe("private, no-store");
});

test.each([
  ["/api/imports/preview", 5 * 1024 * 1024],
  ["/api/imports", 1024 * 1024],
  [`/api/imports/${"a".repeat(24)}/rows`, 1024 * 1024],
  ["/api/expenses", MAX_BODY_BYTES],
])("the largest body of %s is that of its operation", (target, most) => {
  const sent = (bytes: number) => ({ method: "POST", target, headers: { "content-length": String(bytes) } });
  expect(decide(sent(most)).refusal).toBeNull();
  expect(decide(sent(most + 1)).refusal).toMatchObject({ status: 413 });
});

test.each(["evenly.test", "EVENLY.test:80", "my_host:3000", "127.0.0.1:3000", "[::1]:3000", undefined])(
  "accepts the host %s",
  (host) => expect(decide({ headers: { host } }).refusal).toBeNull(),
);

test("of a trusted proxy, the forwarded host counts, too", () => {
  const headers = { "x-forwarded-host": "%%%" };
  expect(decide({ headers }).refusal).toBeNull();
  expect(decide({ headers }, { AUTH_TRUST_HOST: "true" }).refusal?.status).toBe(400);
});

test.each(["/", "/api/health", "/api/groups"])("%s says which setting is missing", (target) => {
  const production = { NODE_ENV: "production" };
  const bodyOf = (variables: Record<string, string>) => {
    const { refusal } = decide({ target }, { ...production, ...variables });
    return refusal && [refusal.status, refusal.headers["retry-after"], refusal.body];
  };
  const saying = (text: string) => [503, "5", expect.stringContaining(text) as string];
  const secret = { AUTH_SECRET: "s".repeat(32) };
  const host = { AWS_LAMBDA_FUNCTION_NAME: "evenly" };
  expect(bodyOf(host)).toEqual(saying("Set MONGODB_URI: AWS Lambda keeps no files"));
  expect(bodyOf({ ...host, ...secret })).toEqual(saying("Set MONGODB_URI: AWS Lambda keeps no files"));
  expect(bodyOf({ ...host, MONGODB_URI: "mongodb://x" })).toEqual(saying("Set AUTH_SECRET to a long"));
  expect(bodyOf({ ...host, ...secret, MONGODB_URI: "mongodb://x" })).toBeNull();
  expect(bodyOf({})).toBeNull();
});

test("a process without a setting is alive", () => {
  const variables = { NODE_ENV: "production", AWS_LAMBDA_FUNCTION_NAME: "evenly" };
  expect(decide({ target: "/api/live" }, variables).refusal).toBeNull();
});

test("Next.js may post more to itself in development only", () => {
  const asked = { method: "POST", target: "/__nextjs_original-stack-frames", headers: TOO_MUCH };
  expect(decide(asked, { NODE_ENV: "development" }).refusal).toBeNull();
  expect(decide(asked, { NODE_ENV: "production" }).refusal?.status).toBe(405);
});

/** The headers of the request after the guard. */
function passed(headers: Record<string, string>, variables: Record<string, string> = {}): Headers {
  const check = decide({ headers }, variables);
  const after = new Headers(headers);
  if (check.refusal) throw new Error("refused");
  for (const [name, value] of Object.entries(check.request)) {
    if (value === undefined) after.delete(name);
    else after.set(name, value);
  }
  return after;
}

test.each([
  [{}, true],
  [{ "x-forwarded-for": "203.0.113.7" }, false],
  [{ "x-forwarded-proto": "https" }, false],
  [{ "x-forwarded-server": "proxy" }, false],
  [{ forwarded: "for=203.0.113.7" }, false],
  [{ via: "1.1 proxy" }, false],
  [{ "x-real-ip": "203.0.113.7" }, false],
  [{ "cf-connecting-ip": "203.0.113.7" }, false],
  [{ "true-client-ip": "203.0.113.7" }, false],
])("with %j, a request came directly: %s", (headers, direct) => {
  const after = passed(headers as Record<string, string>, { AUTH_TRUST_HOST: "true" });
  expect([isGuarded(after), isDirect(after)]).toEqual([true, direct]);
});

test("a mark that the client sent does not count", () => {
  const sent = { "evenly-guard": "guessed direct", via: "1.1 proxy" };
  expect(isGuarded(new Headers(sent))).toBe(false);
  expect(isDirect(passed(sent))).toBe(false);
});
