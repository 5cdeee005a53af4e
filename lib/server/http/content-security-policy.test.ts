import { RESPONSE_POLICY, pagePolicy } from "./content-security-policy";

const parse = (policy: string) =>
  Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
const policy = (change: Partial<Parameters<typeof pagePolicy>[0]> = {}) =>
  parse(
    pagePolicy({
      nonce: "n0",
      development: false,
      signInOrigin: undefined,
      pictureHosts: ["*.pictures.example"],
      ...change,
    }),
  );

describe("pagePolicy", () => {
  it("runs only scripts with the nonce, no inline scripts or eval, and forbids framing", () => {
    const { "script-src": scripts, ...rest } = policy();
    expect(scripts).toEqual(["'self'", "'nonce-n0'", "'strict-dynamic'"]);
    expect(rest).toMatchObject({
      "default-src": ["'self'"],
      "connect-src": ["'self'"],
      "worker-src": ["'self'"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
      "form-action": ["'self'"],
    });
  });

  it("allows style sheets and pictures of this server, style sheets with the nonce, and pictures of the provider", () => {
    const { "style-src": styles, "img-src": pictures } = policy();
    expect(styles).toEqual(["'self'", "'nonce-n0'"]);
    expect(pictures).toEqual(["'self'", "data:", "https://*.pictures.example"]);
  });

  it("allows eval, inline styles, and web sockets only for hot reloading", () => {
    const directives = policy({ development: true });
    expect(directives["script-src"]).toContain("'unsafe-eval'");
    expect(directives["script-src"]).not.toContain("'unsafe-inline'");
    expect(directives["style-src"]).toEqual(["'self'", "'unsafe-inline'"]);
    expect(directives["connect-src"]).toEqual(["'self'", "ws:"]);
  });
});

test("other answers may load and run nothing", () => {
  const { "default-src": sources, ...rest } = parse(RESPONSE_POLICY);
  expect(sources).toEqual(["'none'"]);
  expect(rest).toEqual({ "base-uri": ["'none'"], "form-action": ["'none'"], "frame-ancestors": ["'none'"] });
});
