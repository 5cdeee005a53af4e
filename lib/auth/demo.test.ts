import { guarded } from "@/testing/guarded";
import { demoEmail, demoName, demoSignInAllowed } from "./demo";

describe("demoSignInAllowed", () => {
  const environment = process.env;
  afterEach(() => {
    process.env = environment;
  });
  const allowed = (host: string, address: string, variables: Record<string, string> = {}, direct = true) => {
    process.env = { ...environment, MONGODB_URI: "", AUTH_GOOGLE_ID: "", ...variables };
    return demoSignInAllowed(new Headers(guarded({ host, "x-forwarded-for": address }, direct)));
  };
  const PRODUCTION = { NODE_ENV: "production" };
  const DEVELOPMENT = { NODE_ENV: "development" };
  const DEMO = { ...PRODUCTION, DEMO: "1", AUTH_URL: "https://demo.example" };

  it.each([
    ["localhost:3000", "127.0.0.1", PRODUCTION],
    ["LOCALHOST:3000", "::1", PRODUCTION],
    ["127.0.0.1:3000", "127.0.0.1", PRODUCTION],
    ["[::1]:3000", "::1", PRODUCTION],
    ["localhost:3000", "::1", DEVELOPMENT],
    ["demo.example", "203.0.113.7", DEMO],
    ["localhost", "203.0.113.7", DEMO],
    ["localhost:3000", "192.168.1.7", { ...DEVELOPMENT, DEMO: "1" }],
    // A published port, or this computer's address in its network: no page of another name has this Host.
    ["192.168.1.5:8080", "192.168.1.7", { ...PRODUCTION, DEMO: "1" }],
    ["203.0.113.9", "203.0.113.7", { ...PRODUCTION, DEMO: "1" }],
    ["[2001:db8::5]:8080", "2001:db8::7", { ...PRODUCTION, DEMO: "1" }],
    ["192.168.1.5:3000", "192.168.1.7", { ...DEVELOPMENT, DEMO: "1", AUTH_URL: "http://192.168.1.5:3000" }],
  ])("%s, requested by %s with %j: allowed", (host, address, variables) =>
    expect(allowed(host, address, variables)).toBe(true),
  );

  it.each([
    ["evil.test:3000", "127.0.0.1", PRODUCTION],
    ["localhost.evil.test:3000", "127.0.0.1", PRODUCTION],
    ["localhost:3000", "192.168.1.7", PRODUCTION],
    ["localhost:3000", "", PRODUCTION],
    // A proxy on this computer forwards requests of strangers.
    ["demo.example", "127.0.0.1", { ...PRODUCTION, AUTH_URL: "https://demo.example" }],
    ["localhost:3000", "127.0.0.1", { ...PRODUCTION, AUTH_URL: "https://demo.example" }],
    ["evil.test", "203.0.113.7", DEMO],
    // A proxy in front that names neither the client nor the public host.
    ["localhost:3000", "127.0.0.1", { ...PRODUCTION, TRUSTED_PROXIES: "1" }],
    ["localhost:3000", "127.0.0.1", { ...PRODUCTION, AUTH_TRUST_HOST: "true" }],
    ["demo.example", "127.0.0.1", { ...DEMO, TRUSTED_PROXIES: "1" }],
    // The host of AUTH_URL is the only one.
    ["192.168.1.5:8080", "192.168.1.7", DEMO],
    // Names that a stranger's page may have, whatever address they resolve to.
    ...[
      "evil.test",
      "nas.local",
      "192.168.1.5.evil.test",
      "192.168.1.5:8080.evil.test",
      "evil.test:192.168.1.5",
      "192.168.1.5@evil.test",
      "[2001:db8::5].evil.test",
      "2001:db8::5",
      "192.168.1",
      "3232235781",
      "0xc0.0xa8.1.5",
      "192.168.1.5, evil.test",
      "192.168.1.5:",
      " ",
    ].map((host): [string, string, Record<string, string>] => [
      host,
      "192.168.1.7",
      { ...PRODUCTION, DEMO: "1" },
    ]),
    ["192.168.1.5:8080", "192.168.1.7", PRODUCTION],
    ["192.168.1.5:8080", "192.168.1.7", { ...PRODUCTION, DEMO: "1", MONGODB_URI: "mongodb://localhost" }],
    // Whoever is on the same network can name any host.
    ["localhost:3000", "192.168.1.7", DEVELOPMENT],
    ["192.168.1.5:3000", "192.168.1.7", { ...DEVELOPMENT, AUTH_URL: "http://192.168.1.5:3000" }],
    ["evil.test:3000", "127.0.0.1", DEVELOPMENT],
    ["", "127.0.0.1", DEVELOPMENT],
    ["localhost:3000", "127.0.0.1", { AUTH_GOOGLE_ID: "client" }],
    ["localhost:3000", "127.0.0.1", { MONGODB_URI: "mongodb://localhost" }],
    ["localhost:3000", "127.0.0.1", { ...DEMO, AUTH_GOOGLE_ID: "client" }],
  ])("%s, requested by %s with %j: refused", (host, address, variables) =>
    expect(allowed(host, address, variables)).toBe(false),
  );

  it.each([PRODUCTION, DEVELOPMENT])("through a proxy on this computer, only with DEMO: %j", (mode) => {
    expect(allowed("localhost:3000", "127.0.0.1", mode, false)).toBe(false);
    expect(allowed("localhost:3000", "127.0.0.1", { ...mode, DEMO: "1" }, false)).toBe(true);
  });

  it("through a proxy that names the client: allowed with DEMO", () =>
    expect(allowed("demo.example", "203.0.113.7", { ...DEMO, TRUSTED_PROXIES: "1" }, false)).toBe(true));

  it.each<Record<string, string>>([PRODUCTION, DEVELOPMENT])(
    "is refused where no guard vouches for the address: %j",
    (mode) => {
      process.env = { ...environment, MONGODB_URI: "", AUTH_GOOGLE_ID: "", ...mode };
      const headers = { host: "localhost:3000", "x-forwarded-for": "127.0.0.1" };
      expect(demoSignInAllowed(new Headers(headers))).toBe(false);
      expect(demoSignInAllowed(new Headers({ ...headers, "evenly-guard": "guessed direct" }))).toBe(false);
    },
  );
});

describe("demoEmail", () => {
  it.each([
    ["ana.silva@demo.test", "ana.silva@demo.test"],
    ["  Ana.Silva@Demo.Test ", "ana.silva@demo.test"],
    ["bo_2-x@demo.test", "bo_2-x@demo.test"],
  ])("normalizes %j to %j", (input, email) => expect(demoEmail(input)).toBe(email));

  it.each([
    [""],
    ["ana"],
    ["@demo.test"],
    ["ana@demo.test.evil.example"],
    ["ana@evil-demo.test"],
    ["ana@example.org"],
    ["ana@demo.test\nbcc@demo.test"],
    ["a b@demo.test"],
    [".ana@demo.test"],
    [`${"a".repeat(80)}@demo.test`],
    [undefined],
    [{ $ne: "" }],
  ])("refuses %j", (input) => expect(demoEmail(input)).toBeNull());
});

describe("demoName", () => {
  it.each([
    ["ana.silva@demo.test", "Ana Silva"],
    ["bo@demo.test", "Bo"],
    ["mary-jane_watson@demo.test", "Mary Jane Watson"],
  ])("%s becomes %s", (email, name) => expect(demoName(email)).toBe(name));
});
