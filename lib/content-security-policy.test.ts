import { contentSecurityPolicy } from "./content-security-policy";

const policy = (change: Partial<Parameters<typeof contentSecurityPolicy>[0]> = {}) =>
  Object.fromEntries(
    contentSecurityPolicy({ nonce: "n0", development: false, signInOrigin: undefined, ...change })
      .split("; ")
      .map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources];
      }),
  );

describe("contentSecurityPolicy", () => {
  it("runs only scripts with the nonce, never inline ones or eval, and is not to be framed", () => {
    const { "script-src": scripts, ...rest } = policy();
    expect(scripts).toEqual(["'self'", "'nonce-n0'", "'strict-dynamic'"]);
    expect(rest).toMatchObject({
      "default-src": ["'self'"],
      "connect-src": ["'self'"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
      "form-action": ["'self'"],
    });
  });

  it("allows eval and web sockets to hot reloading alone", () => {
    const { "script-src": scripts, "connect-src": connections } = policy({ development: true });
    expect(scripts).toContain("'unsafe-eval'");
    expect(scripts).not.toContain("'unsafe-inline'");
    expect(connections).toEqual(["'self'", "ws:"]);
  });
});
