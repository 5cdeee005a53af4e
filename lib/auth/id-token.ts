import "server-only";
import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { email } from "@/lib/contract/people";

/** The ID token is not valid. The message is for the log. */
export class InvalidIdToken extends Error {
  override name = "InvalidIdToken";
}

/** The identity in a verified ID token. */
type VerifiedIdentity = {
  /** The user's id at the issuer. */
  sub: string;
  /** Lower-case, verified by the issuer. */
  email: string;
};

const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.url() });
const claimsOfIdToken = z.object({
  sub: z.string().min(1),
  email,
  // Some providers send "true" as a string; they are not supported.
  email_verified: z.literal(true, "the email address is not verified"),
  azp: z.string().optional(),
});

const DISCOVERY_TIMEOUT_MS = 5_000;
const keySets = new Map<string, Promise<JWTVerifyGetKey>>();

/**
 * Verifies an ID token of the code flow: the issuer's signature (RS256, with cached keys), issuer, audience, time,
 * and that the email address is verified. Auth.js skips the signature, because the token came over TLS from the
 * issuer; we do not rely on that alone (docs/rules.md#sign-in). Auth.js checks the nonce.
 * @throws InvalidIdToken
 */
export async function verifyIdToken(
  idToken: string | undefined,
  expected: { issuer: string; clientId: string },
): Promise<VerifiedIdentity> {
  if (!idToken) throw new InvalidIdToken("the provider sent no ID token");
  try {
    const { payload } = await jwtVerify(idToken, await keysOf(expected.issuer), {
      issuer: expected.issuer,
      audience: expected.clientId,
      algorithms: ["RS256"],
      requiredClaims: ["sub", "iat", "exp"],
      clockTolerance: 30,
    });
    const claims = claimsOfIdToken.safeParse(payload);
    if (!claims.success) throw new InvalidIdToken(z.prettifyError(claims.error));
    const { sub, azp } = claims.data;
    if (azp !== undefined && azp !== expected.clientId)
      throw new InvalidIdToken("it was issued to another client");
    return { sub, email: claims.data.email.toLowerCase() };
  } catch (error) {
    if (error instanceof InvalidIdToken) throw error;
    throw new InvalidIdToken(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The issuer's public keys, found through its discovery document once per process. A failure is not cached. */
function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  let keys = keySets.get(issuer);
  if (!keys) {
    keys = discoverKeys(issuer);
    keySets.set(issuer, keys);
    keys.catch(() => keySets.delete(issuer));
  }
  return keys;
}

async function discoverKeys(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS),
    cache: "no-store",
  });
  if (!response.ok) throw new InvalidIdToken(`the issuer's discovery document answered ${response.status}`);
  const discovered = discoveryDocument.parse(await response.json());
  if (discovered.issuer !== issuer) throw new InvalidIdToken("the discovery document is another issuer's");
  // Fetches the keys on first use, and again when a token names an unknown key.
  return createRemoteJWKSet(new URL(discovered.jwks_uri));
}
