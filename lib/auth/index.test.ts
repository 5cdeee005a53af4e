import { NextRequest } from "next/server";
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
