import { NextRequest } from "next/server";
import { POST } from "@/app/api/auth/[...nextauth]/route";
import { MAX_BODY_BYTES } from "@/lib/contract/operation";
import { guarded } from "@/testing/guarded";
import { handlers } from ".";

jest.mock("next/headers", () => ({ headers: async () => new Headers(), cookies: async () => new Map() }));

const environment = process.env;
afterEach(() => {
  process.env = environment;
});

// The redirect URI that Google compares with the one of the sign-in form. Next.js replaces the host name of a URL.
test.each([
  [{ host: "127.0.0.1:3000" }, {}, "http://127.0.0.1:3000"],
  [{ host: "evenly.test" }, {}, "http://evenly.test"],
  [{ host: "not a host" }, {}, "http://localhost:3000"],
  [{ host: "user@evenly.test" }, {}, "http://localhost:3000"],
  [{ host: "localhost:3000" }, { NEXTAUTH_URL: "https://evenly.example" }, "https://evenly.example"],
  [
    guarded({ "x-forwarded-host": "evenly.example", "x-forwarded-proto": "https" }),
    {},
    "https://evenly.example",
  ],
  [
    { "x-forwarded-host": "evenly.example", "x-forwarded-proto": "https" },
    { AUTH_TRUST_HOST: "true" },
    "https://evenly.example",
  ],
  [{ "x-forwarded-host": "evil.test", "x-forwarded-proto": "https" }, {}, "http://localhost:3000"],
  [{ host: "127.0.0.1:3000" }, { AUTH_URL: "https://evenly.example" }, "https://evenly.example"],
])("a callback with %j and %j is at %s", async (headers, variables, origin) => {
  process.env = {
    ...environment,
    AUTH_SECRET: "a-secret-for-these-tests-long-enough",
    AUTH_GOOGLE_ID: "client",
    AUTH_GOOGLE_SECRET: "secret",
    ...variables,
  };
  const request = new NextRequest("http://localhost:3000/api/auth/providers", {
    headers: { host: "localhost:3000", ...headers },
  });
  expect(await (await handlers.GET(request)).json()).toMatchObject({
    google: { callbackUrl: `${origin}/api/auth/callback/google` },
  });
});

const post = (body: RequestInit["body"], headers: Record<string, string> = {}) =>
  POST(
    new NextRequest("http://localhost:3000/api/auth/signout", {
      method: "POST",
      headers: guarded({
        host: "localhost:3000",
        origin: "http://localhost:3000",
        "content-type": "application/x-www-form-urlencoded",
        ...headers,
      }),
      body,
      duplex: "half",
    } as ConstructorParameters<typeof NextRequest>[1]),
  );

test("a body that does not say how long it is gets 413 after the limit", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (to) => {
      sent += 1024;
      if (sent > 16 * MAX_BODY_BYTES) to.close();
      else to.enqueue(new Uint8Array(1024));
    },
  });
  expect((await post(endless)).status).toBe(413);
  expect(sent).toBeLessThan(2 * MAX_BODY_BYTES);
});

test.each([{}, { AUTH_URL: "http://localhost:3000" }])(
  "Auth.js gets the body of a form with %j",
  async (variables) => {
    process.env = { ...environment, AUTH_SECRET: "a-secret-for-these-tests-long-enough", ...variables };
    const asked = await handlers.GET(
      new NextRequest("http://localhost:3000/api/auth/csrf", { headers: { host: "localhost:3000" } }),
    );
    const { csrfToken } = (await asked.json()) as { csrfToken: string };
    const cookie = asked.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const callbackUrl = "http://localhost:3000/friends";
    // A wrong token leads to an error.
    const left = await post(new URLSearchParams({ csrfToken, callbackUrl }).toString(), { cookie });
    expect(left.headers.get("location")).toBe(callbackUrl);
  },
);
