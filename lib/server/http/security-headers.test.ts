import { SECURITY_HEADERS, securityHeaders } from "./security-headers";

const environment = process.env;
afterEach(() => {
  process.env = environment;
});

test.each([
  [undefined, "max-age=31536000"],
  ["http://localhost:3000", "max-age=31536000"],
  ["https://evenly.example", "max-age=31536000; includeSubDomains"],
])("with AUTH_URL %s, browsers keep to https: %s", (AUTH_URL, expected) => {
  process.env = { ...environment, ...(AUTH_URL && { AUTH_URL }) };
  for (const headers of [SECURITY_HEADERS, securityHeaders("/friends"), securityHeaders("/sw.js")]) {
    expect(Object.fromEntries(Object.entries(headers))).toMatchObject({
      "Strict-Transport-Security": expected,
    });
  }
});
