import {
  AccessDenied,
  InvalidCallbackUrl,
  InvalidCheck,
  JWTSessionError,
  OAuthCallbackError,
} from "@auth/core/errors";
import { logSignInFailure } from "./log";
import { InvalidIdToken } from "./id-token";

/** Constructed like Auth.js does; its types omit some constructor arguments. */
const wrapping = (Type: new (message?: string) => Error, error: Error) =>
  new (Type as unknown as new (error: Error) => Error)(error);

let lines: string[];

beforeEach(() => {
  lines = [];
  console.warn = (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg);
});

describe("logSignInFailure", () => {
  it.each([
    [
      wrapping(AccessDenied, new InvalidIdToken("the email address is not verified")),
      "Login Failed (AccessDenied < InvalidIdToken: the email address is not verified)",
    ],
    [new InvalidCheck("state cookie was missing"), "Login Failed (InvalidCheck: state cookie was missing)"],
    [
      new OAuthCallbackError("OAuth Provider returned an error"),
      "Login Failed (OAuthCallbackError: OAuth Provider returned an error)",
    ],
    [new TypeError("fetch failed\nand more"), "Login Failed (TypeError: fetch failed)"],
    [
      new InvalidCallbackUrl("Invalid callback URL. Received: what was typed"),
      "Login Failed (InvalidCallbackUrl: Invalid callback URL.)",
    ],
    [new Error('Provider with id "typed" not found'), 'Login Failed (Error: Provider with id "…" not found)'],
  ])("writes %s in one line", (error, line) => {
    logSignInFailure(error);
    expect(lines).toEqual([line]);
  });

  it("ignores an unreadable session cookie", () => {
    logSignInFailure(wrapping(JWTSessionError, new Error("no matching decryption secret")));
    expect(lines).toEqual([]);
  });

  it("ignores a client that has gone", () => {
    logSignInFailure(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
    expect(lines).toEqual([]);
  });
});
