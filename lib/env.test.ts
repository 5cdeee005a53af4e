import { env } from "./env";

describe("env", () => {
  it("needs nothing: the embedded database in .data, with the demo people", () => {
    expect(env({})).toMatchObject({
      DATA_DIR: ".data",
      AUTH_GOOGLE_ISSUER: "https://accounts.google.com",
      embedded: true,
      demo: true,
      serverless: undefined,
    });
  });

  it("takes a line left blank for one that is not there", () => {
    const blank = {
      MONGODB_URI: "",
      DATA_DIR: "",
      AUTH_GOOGLE_ID: " ",
      AUTH_GOOGLE_ISSUER: "",
      AUTH_SECRET: "",
    };
    expect(env(blank)).toEqual(env({}));
  });

  it.each([
    [{ MONGODB_URI: "mongodb://localhost" }, { embedded: false, demo: false }],
    [{ AUTH_GOOGLE_ID: "client" }, { embedded: true, demo: false }],
    [{ VERCEL: "1" }, { serverless: "Vercel" }],
  ])("%j means %j", (variables, meaning) => expect(env(variables)).toMatchObject(meaning));

  it.each([
    [{ AUTH_GOOGLE_ISSUER: "accounts.google.com" }, /AUTH_GOOGLE_ISSUER/],
    [{ NODE_ENV: "staging" }, /NODE_ENV/],
    [{ RATE_LIMITS_OFF: "maybe" }, /RATE_LIMITS_OFF/],
  ])("refuses %j and names the variable", (variables, message) =>
    expect(() => env(variables)).toThrow(message),
  );
});
