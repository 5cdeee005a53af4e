import type { z } from "zod";
import type { ErrorCode } from "@/lib/errors";
import type { TokenItem } from "@/lib/core/tokens";
import { actorId, success } from "./fields";

/** The parameters of a path. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name | keyof ParamsOf<Rest>]: string }
  : // oxlint-disable-next-line typescript/no-empty-object-type -- a path without parameters has none
    {};

/** The rate limit of lib/server/http/rate-limits.ts that an operation counts toward. */
export type LimitName = "read" | "expenseSearch" | "search" | "friendRequest" | "write" | "export";

/**
 * What an API token of one group reaches. An item: those of its group, named by the path, query, or body
 * (`TOKEN_ITEMS`); if it names two, both. list: the rows of its group, which the view selects by `viewer.token`.
 * account: nothing.
 */
type TokenReach = TokenItem | readonly [TokenItem, TokenItem] | "list" | "account";

/** The input and response of an operation, read by its handler, by openapi.json, and by the tests. */
export type Operation = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: `/api/${string}`;
  summary: string;
  /** Default: see {@link limitOf}. */
  limit?: LimitName;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body is a file of one of these types, in place of JSON. */
  file?: readonly string[];
  /** Default: {@link MAX_BODY_BYTES}. */
  maxBodyBytes?: number;
  response: z.ZodType;
  /** The content type of the response; default: application/json. */
  contentType?: "text/csv";
  /** optional: also works without a session. Others: what the session's command reads (lib/db/account/sessions.ts). */
  session?: "optional" | "revision" | "groups" | "settlement";
  /**
   * Open to guests, within their group (docs/rules.md#guests). The writes refuse changes of others' payments. Every
   * other operation returns "not-found" to guests.
   */
  guests?: true;
  /**
   * Open to API tokens (docs/rules.md#api-tokens), a write to those that may write. Every other operation returns
   * "token-refused" to them.
   */
  tokens?: TokenReach;
  /** Only for someone who has signed in within the last ten minutes (lib/core/rights.ts). */
  recentSignIn?: true;
  /** Screens also post it as a form (lib/server/http/form-post.ts), by POST whatever the method. */
  form?: true;
  /** Creates something without taking a key, because its response contains a secret, which may not be stored. */
  creates?: true;
  /** Takes an Idempotency-Key: a repeated request gets the first response. Such a POST creates something. */
  keyed?: true;
  /** The response is a list, or contains one, that is paginated on request: its query has a cursor. */
  paged?: true;
  /** Errors in addition to those that every operation can return. */
  errors?: readonly ErrorCode[];
};

/**
 * An operation as the file of its subject describes it. `call`: its method and path, as clients write them. Without a
 * response, it is {@link success}.
 */
export type Described = Omit<Operation, "method" | "path" | "response" | "paged"> & {
  call: `${Operation["method"]} ${Operation["path"]}`;
  response?: z.ZodType;
};

type Full<Op extends Described> = Omit<Op, "call"> & {
  response: Op extends { response: infer Response } ? Response : typeof success;
} & (Op["call"] extends `${infer Method} ${infer Path}` ? { method: Method; path: Path } : never) &
  (Op extends { query: { shape: { cursor: unknown } } } ? { paged: true } : unknown);

/** The operations that are described. */
export function operationsOf<const All extends Record<string, Described>>(described: All) {
  const entries = Object.entries(described).map(([name, { call, ...rest }]) => {
    const [method, path] = call.split(" ");
    const paged = "cursor" in (rest.query?.shape ?? {}) && { paged: true };
    return [name, { response: success, ...rest, ...paged, method, path }];
  });
  return Object.fromEntries(entries) as { [Name in keyof All]: Full<All[Name]> };
}

/** The maximum size of a body in bytes, unless its operation allows more (docs/rules.md#limits). */
export const MAX_BODY_BYTES = 64 * 1024;

/** The HTTP status of success. */
export const successStatus = ({ method, keyed, creates }: Operation): 200 | 201 =>
  method === "POST" && (keyed || creates) ? 201 : 200;

/** The rate limit that an operation counts toward. */
export const limitOf = ({ method, limit }: Operation): LimitName =>
  limit ?? (method === "GET" ? "read" : "write");

/** The fields of the query and body that name the actor. They must be the session's user (docs/rules.md#rights). */
export function actorFields({ query, body }: Operation): string[] {
  const schemas = Object.entries({ ...query?.shape, ...body?.shape });
  return schemas.filter(([, schema]) => schema === actorId).map(([field]) => field);
}
