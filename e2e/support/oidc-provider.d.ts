// The package has no types; these are the ones that the stand-in uses.
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Context = {
    body: unknown;
    oidc?: { route?: string };
  };
  type Account = { accountId: string; claims: () => Record<string, unknown> };
  type Client = { clientId: string };
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };
  type OidcContext = { session: { accountId: string }; client: Client };

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly Grant: new (of: { accountId: string; clientId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<void>;
  }
  export type { Account, Client, Context, Grant, OidcContext };
}
