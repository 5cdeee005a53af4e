import { z } from "zod";
import { groupBy } from "@/lib/core/group-by";
import { LINK_TOKEN, UNSUBSCRIBE_TOKEN } from "@/lib/link-paths";
import { ACTOR_HEADER } from "@/lib/core/account";
import { TOKEN_PREFIX } from "@/lib/core/tokens";
import { ERRORS, type ErrorCode } from "@/lib/errors";
import { openEvent } from "./events";
import { joinOffer } from "./links";
import { actorFields, successStatus, type Operation } from "./operation";
import { operations } from "./operations";

const health = z.strictObject({
  status: z.enum(["ok", "unavailable"]),
  database: z.strictObject({ roundTripMs: z.number().nullable() }),
});

const errorBody = z.strictObject({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  code: z.string(),
  fieldErrors: z.record(z.string(), z.array(z.string())).optional(),
  id: z.string().optional(),
  openEvents: z.array(openEvent).optional().describe("With unsettled-payments: the events"),
});

/** Errors that every operation with a session can return; "not-found" for what guests may not do. */
const COMMON: readonly ErrorCode[] = [
  "unauthenticated",
  "not-found",
  "rate-limited",
  "internal",
  "unavailable",
];

type Json = Record<string, unknown>;

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}

/** A response with a body. */
const response = (description: string, schema: z.ZodType, contentType = "application/json"): Json => ({
  description,
  content: { [contentType]: { schema: jsonSchema(schema, "output") } },
});

/** The error codes that this operation can return, derived from its input. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const write = operation.method !== "GET";
  return [
    ...COMMON,
    ...(write ? (["wrong-origin"] as const) : []),
    ...(write || !operation.tokens ? (["token-refused"] as const) : []),
    ...(write || actorFields(operation).length > 0 ? (["wrong-actor"] as const) : []),
    ...(operation.recentSignIn ? (["sign-in-again"] as const) : []),
    ...(operation.query || operation.body ? (["invalid"] as const) : []),
    ...(operation.body ? (["malformed-json"] as const) : []),
    ...(operation.body || operation.file ? (["too-large", "unsupported-media-type"] as const) : []),
    ...(operation.keyed ? (["conflict"] as const) : []),
    ...(operation.errors ?? []),
  ];
}

function responses(operation: Operation): Json {
  return {
    ...refusals(errorsOf(operation)),
    [successStatus(operation)]: {
      ...response("Done", operation.response, operation.contentType),
      ...(operation.paged && {
        headers: {
          "X-Next-Cursor": { description: "The cursor of the next page", schema: { type: "string" } },
          Link: { description: "The next page, rel=next", schema: { type: "string" } },
        },
      }),
    },
  };
}

const RETRY_AFTER: Json = {
  "Retry-After": { description: "When to try again, in seconds", schema: { type: "integer" } },
};

/** The responses with these errors, by status. */
function refusals(errors: readonly ErrorCode[]): Json {
  const responses: Json = {};
  for (const [status, codes] of groupBy(new Set(errors), (code) => ERRORS[code].status)) {
    responses[status] = {
      description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join("\n\n"),
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      ...((status === 429 || status === 503) && { headers: RETRY_AFTER }),
    };
  }
  return responses;
}

const pathParameters = (path: string): Json[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", pattern: patternOf(name!, path) },
  }));

function patternOf(name: string, path: string): string {
  if (name !== "token") return "^[0-9a-f]{24}$";
  return (path.startsWith("/api/unsubscribe/") ? UNSUBSCRIBE_TOKEN : LINK_TOKEN).source;
}

function parameters(operation: Operation): Json[] {
  const query = operation.query ? jsonSchema(operation.query, "input") : {};
  const required = (query.required ?? []) as string[];
  const inQuery = Object.entries((query.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
  const key = operation.keyed && {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "The same key by the same user within 30 days changes nothing more, and gets the first answer.",
    schema: { type: "string", minLength: 1, maxLength: 100, pattern: "^[!-~]+$" },
  };
  const actor = operation.method !== "GET" && {
    name: ACTOR_HEADER,
    in: "header",
    required: false,
    description: "The id of the user who acts. Anyone else's session is refused.",
    schema: { type: "string", pattern: "^[0-9a-f]{24}$" },
  };
  const body = operation.body ? jsonSchema(operation.body, "input") : {};
  const rev = "rev" in ((body.properties ?? {}) as Json) && {
    name: "If-Match",
    in: "header",
    required: false,
    description: "The revision that is changed, if the body has no `rev`.",
    schema: { type: "string", pattern: '^([0-9]+|"[0-9]+")$' },
  };
  return [...pathParameters(operation.path), ...inQuery, ...[actor, key, rev].filter((header) => !!header)];
}

function describe(name: string, operation: Operation): Json {
  const params = parameters(operation);
  return {
    operationId: name,
    summary: operation.summary,
    security: [
      ...(operation.session === "optional" ? [{}] : []),
      { session: [] },
      ...(operation.tokens ? [{ token: [] }] : []),
    ],
    ...(params.length > 0 && { parameters: params }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: jsonSchema(operation.body, "input") } },
      },
    }),
    ...(operation.file && {
      requestBody: {
        required: true,
        content: Object.fromEntries(operation.file.map((type) => [type, {}])),
      },
    }),
    responses: responses(operation),
  };
}

type OpenOperation = { name: string; summary: string; done: Json; errors?: readonly ErrorCode[] };

/** The operations without a session, by path. */
const OPEN: Record<string, OpenOperation> = {
  "/api/health": {
    name: "health",
    summary: "Health of the server and its database",
    done: {
      200: response("Both respond", health),
      503: { ...response("The database does not respond", health), headers: RETRY_AFTER },
    },
  },
  "/api/live": {
    name: "live",
    summary: "Whether the server responds, whatever the state of its database",
    done: { 200: response("It does", z.strictObject({ status: z.literal("ok") })) },
  },
  "/api/openapi.json": {
    name: "openapi",
    summary: "This document",
    done: { 200: response("OpenAPI 3.1", z.unknown()), 304: { description: "Not modified" } },
  },
  "/api/join/{token}": {
    name: "joinOffer",
    summary: "Who invites to which group with a link",
    done: { 200: response("It can be used", joinOffer) },
    errors: ["not-found", "unavailable"],
  },
  "/api/unsubscribe/{token}": {
    name: "unsubscribePage",
    summary: "Leads to the page that asks whether emails should stop; changes nothing",
    done: { 303: { description: "The page" } },
  },
};

/** The API as an OpenAPI 3.1 document, generated from the schemas that the handlers use. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [path, { name, summary, done, errors = [] }] of Object.entries(OPEN)) {
    const parameters = pathParameters(path);
    const responses = { ...refusals(["rate-limited", "internal", ...errors]), ...done };
    paths[path] = {
      get: { operationId: name, summary, ...(parameters.length > 0 && { parameters }), responses },
    };
  }
  for (const [name, operation] of Object.entries(operations) as [string, Operation][]) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(name, operation);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Evenly",
      version: "1",
      description: "Shared expenses. Amounts are US dollars as JSON numbers with at most two decimals.",
      license: { name: "MIT", identifier: "MIT" },
    },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, "output") },
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: "authjs.session-token",
          description: "Set by signing in. Over https, its name begins with __Host- .",
        },
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: `${TOKEN_PREFIX}…`,
          description:
            "An API token, created on /account. With the scope read, only GET. A token of one group gets 404 for " +
            "everything else, and lists contain only that group.",
        },
      },
    },
  };
}
