import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from "jose";
import { verifyIdToken } from "./id-token";

const CLIENT = "evenly-client";
const MINUTE = 60;

type Keys = { privateKey: CryptoKey; publicKey: CryptoKey };
let keys: Keys;
let others: Keys;
let server: Server;
let issuer: string;
let discoveryStatus = 200;

beforeAll(async () => {
  keys = await generateKeyPair("RS256", { extractable: true });
  others = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  server = createServer((request, response) => {
    const discovery = request.url === "/.well-known/openid-configuration";
    response.writeHead(discovery ? discoveryStatus : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(discovery ? { issuer, jwks_uri: `${issuer}/keys` } : { keys: [jwk] }));
  });
  await new Promise<void>((done) => server.listen(0, "localhost", done));
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((done) => server.close(done)));

const now = () => Math.floor(Date.now() / 1000);
const claims = (change: JWTPayload = {}): JWTPayload => ({
  iss: issuer,
  aud: CLIENT,
  sub: "1001",
  email: "Ana@Example.org",
  email_verified: true,
  iat: now(),
  exp: now() + 5 * MINUTE,
  ...change,
});
const signed = (payload: JWTPayload, by: CryptoKey = keys.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(by);
const verify = (token: string | undefined) => verifyIdToken(token, { issuer, clientId: CLIENT });

describe("verifyIdToken", () => {
  it("does not cache a failed discovery, so that the next sign-in works", async () => {
    discoveryStatus = 503;
    await expect(verify(await signed(claims()))).rejects.toThrow("answered 503");
    discoveryStatus = 200;
    await expect(verify(await signed(claims()))).resolves.toBeDefined();
  });

  it("returns the user's id and address in lower case", async () => {
    expect(await verify(await signed(claims()))).toEqual({ sub: "1001", email: "ana@example.org" });
  });

  it.each([
    "ivan@xn--80a1acny.xn--p1ai",
    "info@müller.example",
    "jörg@x.example",
    "r&d@x.example",
    "first=last@x.example",
    "a/b@x.example",
    '"a@b"@x.example',
  ])("accepts any verified address: %s", async (email) => {
    expect(await verify(await signed(claims({ email })))).toEqual({ sub: "1001", email });
  });

  const refused: [string, () => Promise<string | undefined> | string | undefined, RegExp][] = [
    ["no token", () => undefined, /no ID token/],
    ["something that is no token", () => "abc", /Invalid Compact JWS/],
    ["another key's signature", () => signed(claims(), others.privateKey), /signature verification failed/],
    ["claims exchanged under a good signature", () => forged(), /signature verification failed/],
    ["another client's token", () => signed(claims({ aud: "another" })), /"aud"/],
    [
      "a token that another client had issued",
      () => signed(claims({ aud: [CLIENT, "b"], azp: "b" })),
      /another client/,
    ],
    ["another issuer's token", () => signed(claims({ iss: "https://evil.example" })), /"iss"/],
    ["an expired token", () => signed(claims({ exp: now() - 2 * MINUTE })), /"exp"/],
    ["a token not valid yet", () => signed(claims({ nbf: now() + 5 * MINUTE })), /"nbf"/],
    ["a token without an end", () => signed(claims({ exp: undefined })), /"exp"/],
    ["an unsigned token", () => new UnsecuredJWT(claims()).encode(), /alg|signature|Header|JWS/i],
    ["a token signed with a shared secret", () => symmetric(), /"alg"/],
    ["an unverified address", () => signed(claims({ email_verified: false })), /not verified/],
    ["an address nobody vouches for", () => signed(claims({ email_verified: undefined })), /not verified/],
    ["a token without an address", () => signed(claims({ email: undefined })), /email/],
    ["an address that is none", () => signed(claims({ email: "ana example.org" })), /email/],
    ["a token about nobody", () => signed(claims({ sub: undefined })), /"sub"/],
  ];

  it.each(refused)("refuses %s", async (_label, token, reason) => {
    const refusal = verify(await token());
    await expect(refusal).rejects.toMatchObject({ name: "InvalidIdToken" });
    await expect(refusal).rejects.toThrow(reason);
  });

  it("refuses the keys of an issuer whose discovery document names another", async () => {
    const alias = issuer.replace("localhost", "127.0.0.1");
    const refusal = verifyIdToken(await signed(claims({ iss: alias })), { issuer: alias, clientId: CLIENT });
    await expect(refusal).rejects.toThrow(/another issuer|fetch failed/);
  });
});

/** A valid token with another payload. */
async function forged(): Promise<string> {
  const [header, , signature] = (await signed(claims())).split(".");
  const body = Buffer.from(JSON.stringify(claims({ sub: "1", email: "boss@example.org" }))).toString(
    "base64url",
  );
  return [header, body, signature].join(".");
}

/** The classic attack: the public key as an HMAC secret. */
async function symmetric(): Promise<string> {
  const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(keys.publicKey)));
  return new SignJWT(claims()).setProtectedHeader({ alg: "HS256", kid: "one" }).sign(secret);
}
