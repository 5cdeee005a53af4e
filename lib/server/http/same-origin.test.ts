import { guarded } from "@/testing/guarded";
import { requireSameOrigin } from "./same-origin";

const ask = (headers: Record<string, string>) =>
  requireSameOrigin({
    headers: new Headers({ host: "evenly.test", ...headers }),
    url: "http://evenly.test/api/groups",
  });
const FORWARDED = { "x-forwarded-host": "evenly.example", "x-forwarded-proto": "https" };
const REFUSED = "This request came from another site.";

beforeEach(() => jest.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => {
  delete process.env.AUTH_URL;
  delete process.env.AUTH_TRUST_HOST;
  jest.restoreAllMocks();
});

it.each([
  [{}],
  [{ origin: "http://evenly.test" }],
  [{ origin: "http://evenly.test", "sec-fetch-site": "same-origin" }],
  [guarded({ origin: "https://evenly.example", ...FORWARDED })],
])("allows %j", (headers) => expect(() => ask(headers)).not.toThrow());

it.each([
  [{ origin: "https://evil.test" }],
  [{ origin: "null" }],
  [{ origin: "" }],
  [{ origin: "https://evenly.test" }],
  [{ origin: "http://evenly.test:8080" }],
  [{ origin: "http://evenly.test.evil.test" }],
  [guarded({ origin: "http://evenly.test", "x-forwarded-proto": "https" })],
  // Without the guard or a trusted proxy, anyone can send these.
  [{ origin: "https://evenly.example", ...FORWARDED }],
  [{ "sec-fetch-site": "cross-site" }],
  [{ origin: "http://evenly.test", "sec-fetch-site": "cross-site" }],
])("refuses %j", (headers) => expect(() => ask(headers)).toThrow(REFUSED));

it("also accepts AUTH_URL's origin, including its scheme", () => {
  process.env.AUTH_URL = "https://evenly.example/";
  expect(() => ask({ origin: "https://evenly.example" })).not.toThrow();
  expect(() => ask({ origin: "http://evenly.test" })).not.toThrow();
  expect(() => ask({ origin: "http://evenly.example" })).toThrow(REFUSED);
});

it.each([
  ["does not tell the scheme", "evenly.test", "https://evenly.test", {}],
  ["replaces Host", "localhost:3000", "https://evenly.example", { "sec-fetch-site": "same-origin" }],
])("warns the operator once about an unconfigured proxy that %s", (_, host, origin, marks) => {
  jest.isolateModules(() => {
    const { requireSameOrigin: fresh } = jest.requireActual<typeof import("./same-origin")>("./same-origin");
    const headers = new Headers({ host, origin, ...marks });
    for (let count = 0; count < 3; count++)
      expect(() => fresh({ headers, url: "http://evenly.test/" })).toThrow(REFUSED);
  });
  expect(jest.mocked(console.warn).mock.calls.flat()).toEqual([
    expect.stringContaining(
      `set AUTH_URL=${origin}, and TRUSTED_PROXIES=1 if it appends to X-Forwarded-For, or AUTH_TRUST_HOST=true.`,
    ),
  ]);
});

it("does not warn about a stranger's site", () => {
  jest.isolateModules(() => {
    const { requireSameOrigin: fresh } = jest.requireActual<typeof import("./same-origin")>("./same-origin");
    const headers = new Headers({ host: "evenly.test", origin: "https://evil.test" });
    expect(() => fresh({ headers, url: "http://evenly.test/" })).toThrow(REFUSED);
  });
  expect(console.warn).not.toHaveBeenCalled();
});
