import { requireSameOrigin } from "./same-origin";

const ask = (headers: Record<string, string>) =>
  requireSameOrigin({
    headers: new Headers({ host: "evenly.test", ...headers }),
    url: "http://evenly.test/api/groups",
  });
const REFUSED = "This request came from another site.";

beforeEach(() => jest.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => {
  delete process.env.AUTH_URL;
  jest.restoreAllMocks();
});

it.each([
  [{}],
  [{ origin: "http://evenly.test" }],
  [{ origin: "http://evenly.test", "sec-fetch-site": "same-origin" }],
  [{ origin: "https://evenly.example", "x-forwarded-host": "evenly.example", "x-forwarded-proto": "https" }],
])("allows %j", (headers) => expect(() => ask(headers)).not.toThrow());

it.each([
  [{ origin: "https://evil.test" }],
  [{ origin: "null" }],
  [{ origin: "" }],
  [{ origin: "https://evenly.test" }],
  [{ origin: "http://evenly.test:8080" }],
  [{ origin: "http://evenly.test.evil.test" }],
  [{ origin: "http://evenly.test", "x-forwarded-proto": "https" }],
  [{ "sec-fetch-site": "cross-site" }],
  [{ origin: "http://evenly.test", "sec-fetch-site": "cross-site" }],
])("refuses %j", (headers) => expect(() => ask(headers)).toThrow(REFUSED));

it("also accepts AUTH_URL's origin, including its scheme", () => {
  process.env.AUTH_URL = "https://evenly.example/";
  expect(() => ask({ origin: "https://evenly.example" })).not.toThrow();
  expect(() => ask({ origin: "http://evenly.test" })).not.toThrow();
  expect(() => ask({ origin: "http://evenly.example" })).toThrow(REFUSED);
});

it("warns the operator once about an unconfigured proxy", () => {
  jest.isolateModules(() => {
    const { requireSameOrigin: fresh } = jest.requireActual<typeof import("./same-origin")>("./same-origin");
    const headers = new Headers({ host: "evenly.test", origin: "https://evenly.test" });
    for (let count = 0; count < 3; count++)
      expect(() => fresh({ headers, url: "http://evenly.test/" })).toThrow(REFUSED);
  });
  expect(jest.mocked(console.warn).mock.calls.flat()).toEqual([
    expect.stringMatching(
      /set AUTH_URL=https:\/\/evenly\.test, and TRUSTED_PROXIES=1 if .*, or AUTH_TRUST_HOST=true\.$/,
    ),
  ]);
});
