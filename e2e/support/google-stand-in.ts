import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from "jose";
import type Provider from "oidc-provider";
import type { OidcContext } from "oidc-provider";

/** A user with an account at the provider. */
export type ProviderAccount = {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
};

export const CLIENT = { id: "evenly-e2e", secret: "a secret between the two" };

/**
 * An OpenID provider on loopback that stands in for Google: discovery, PKCE, signed ID tokens with Google's claims.
 * Its sign-in page has a button for each account, and one to cancel.
 */
export class GoogleStandIn {
  /** While true, signs ID tokens with a foreign key. */
  forging = false;
  /** When people who choose an account have signed in at the provider. */
  signedInMinutesAgo = 0;
  private readonly accounts = new Map<string, ProviderAccount>();

  private constructor(
    readonly issuer: string,
    private readonly http: Server,
  ) {}

  static async start(): Promise<GoogleStandIn> {
    const http = createServer();
    http.listen(0, "localhost");
    await once(http, "listening");
    return new GoogleStandIn(`http://localhost:${(http.address() as AddressInfo).port}`, http);
  }

  /** Registers the app at these URLs as a client. */
  async serve(...appUrls: string[]): Promise<void> {
    const provider = await this.provider(appUrls.map((url) => `${url}/api/auth/callback/google`));
    const handle = provider.callback();
    this.http.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const isSignInPage = request.url?.startsWith("/interaction/");
      void (isSignInPage ? this.signInPage(provider, request, response) : handle(request, response));
    });
  }

  account(account: ProviderAccount): void {
    this.accounts.set(account.sub, account);
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections();
    this.http.close();
    await once(this.http, "close");
  }

  private async provider(redirectUris: string[]): Promise<Provider> {
    const { default: OidcProvider } = await import("oidc-provider");
    const keys = await generateKeyPair("RS256", { extractable: true });
    const provider = new OidcProvider(this.issuer, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: redirectUris }],
      jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), kid: "stand-in", alg: "RS256", use: "sig" }] },
      cookies: { keys: ["signs the provider's own cookies"] },
      // Google's ID tokens contain the claims themselves.
      conformIdTokenClaims: false,
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, sub: string) => {
        const account = this.accounts.get(sub);
        return account && { accountId: sub, claims: () => ({ ...account }) };
      },
      // Selecting an account also grants consent.
      loadExistingGrant: async ({ oidc }: { oidc: OidcContext }) => {
        const grant = new provider.Grant({
          accountId: oidc.session.accountId,
          clientId: oidc.client.clientId,
        });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      const answer = context.body as { id_token?: string } | undefined;
      if (this.forging && context.oidc?.route === "token" && answer?.id_token) {
        context.body = { ...answer, id_token: await forge(answer.id_token) };
      }
    });
    return provider;
  }

  private async signInPage(provider: Provider, request: IncomingMessage, response: ServerResponse) {
    if (request.method === "POST") {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      const accountId = new URLSearchParams(body).get("sub");
      const result = accountId
        ? { login: { accountId, ts: Math.floor(Date.now() / 1000) - 60 * this.signedInMinutesAgo } }
        : { error: "access_denied", error_description: "The user canceled." };
      await provider.interactionFinished(request, response, result);
      return;
    }
    const buttons = [...this.accounts.values()].map(
      ({ sub, email }) => `<button name="sub" value="${sub}">${email}</button>`,
    );
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(
      `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Choose an account</title><h1>Choose an account</h1>
      <form method="post">${buttons.join("")}<button name="cancel" value="1">Cancel</button></form></html>`,
    );
  }
}

/** The same header and claims, including the nonce, signed with a foreign key. */
async function forge(idToken: string): Promise<string> {
  const { privateKey } = await generateKeyPair("RS256");
  const { kid } = decodeProtectedHeader(idToken);
  return new SignJWT(decodeJwt(idToken))
    .setProtectedHeader({ alg: "RS256", ...(kid && { kid }) })
    .sign(privateKey);
}
