import "server-only";
import { type z } from "zod";
import { requireActor, requireRecentSignIn, requireUser, type Viewer } from "@/lib/access";
import { ACTOR_HEADER } from "@/lib/core/session-user";
import type { IdempotencyKey } from "@/lib/db/idempotency";
import { Download } from "@/lib/http/download";
import { AppError, ERRORS, invalid } from "@/lib/errors";
import { readBody } from "@/lib/http/form-body";
import { idempotencyKeyOf } from "@/lib/http/idempotency-key";
import { revOf } from "@/lib/http/if-match";
import { errorResponse, json } from "@/lib/http/json-response";
import { limitVisitor } from "@/lib/http/memory-limits";
import { requireSameOrigin } from "@/lib/http/same-origin";
import { limitRequest } from "@/lib/http/rate-limits";
import { actorFields, limitOf, successStatus, type Operation } from "@/lib/schemas/operation";

/** The answer of calls that return nothing. */
const SUCCESS = { success: true } as const;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name | keyof ParamsOf<Rest>]: string }
  : // oxlint-disable-next-line typescript/no-empty-object-type -- a path without parameters has none
    {};

type Returned<Op extends Operation, Answer = z.input<Op["answer"]>> = Op extends { paged: true }
  ? PageOf<Answer>
  : Answer | Download | (typeof SUCCESS extends Answer ? null | void : never);

/** `rows` is the answer: the list, or the object that contains it. */
type PageOf<Answer> = { rows: Answer; nextCursor: string | null };

export type Call<Op extends Operation> = {
  viewer: Viewer;
  params: ParamsOf<Op["path"]>;
  query: Parsed<Op["query"]>;
  body: Parsed<Op["body"]>;
  /** From the Idempotency-Key header, for calls that take one. */
  idempotencyKey: IdempotencyKey | undefined;
};

/**
 * Wraps every route handler that needs a session: session, origin, rate limit, size, JSON, actor, age of the sign-in,
 * schema, errors.
 * @param run the call itself. If it returns nothing, {@link SUCCESS} is sent. An AppError that it throws is sent, any other
 * error as "unavailable" or "internal"
 */
export function handler<const Op extends Operation>(
  operation: Op,
  run: (call: Call<Op>) => Promise<Returned<Op>>,
) {
  const actors = actorFields(operation);
  return async (request: Request, context: { params: Promise<ParamsOf<Op["path"]>> }): Promise<Response> => {
    try {
      const viewer = await requireUser().catch(async (error: unknown) => {
        await limitVisitor(request.headers);
        throw error;
      });
      if (operation.method !== "GET") requireSameOrigin(request);
      await limitRequest(limitOf(operation), viewer.id);
      const rawBody = operation.body ? { ...revOf(request), ...(await readJson(request)) } : undefined;
      const rawQuery = Object.fromEntries(new URL(request.url).searchParams);
      const named = { ...rawQuery, ...rawBody };
      requireActor(viewer, [request.headers.get(ACTOR_HEADER), ...actors.map((field) => named[field])]);
      if (operation.recentSignIn) await requireRecentSignIn();
      const body = parse(operation.body, rawBody) as Parsed<Op["body"]>;
      const answer = await run({
        viewer,
        params: await context.params,
        query: parse(operation.query, rawQuery) as Parsed<Op["query"]>,
        body,
        idempotencyKey: operation.keyed ? idempotencyKeyOf(request, viewer._id, body) : undefined,
      });
      if (answer instanceof Download) return await answer.toResponse(operation.contentType);
      if (!operation.paged) return json(answer ?? SUCCESS, successStatus(operation));
      const { rows, nextCursor } = answer as PageOf<unknown>;
      return json(rows, 200, nextPage(request.url, nextCursor));
    } catch (error) {
      return errorResponse(error);
    }
  };
}

/** The headers of a page, which point to the next one. */
function nextPage(url: string, cursor: string | null): Record<string, string> {
  if (!cursor) return {};
  const next = new URL(url);
  next.searchParams.set("cursor", cursor);
  return { "X-Next-Cursor": cursor, Link: `<${next.pathname}${next.search}>; rel="next"` };
}

/**
 * Parses the JSON body, at most 64 KiB.
 * @throws AppError "unsupported-media-type", "too-large", "malformed-json"; "invalid" if it is not an object
 */
async function readJson(request: Request): Promise<Record<string, unknown>> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("unsupported-media-type");
  const body = parseJson(await readText(request));
  if (!isRecord(body)) throw invalid("body", "The body must be a JSON object.");
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new AppError("malformed-json");
  }
}

async function readText(request: Request): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readBody(request));
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("malformed-json");
  }
}

/** Parses the value with its schema. @throws AppError "invalid" with the first problem, and all problems by field */
function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  // Replaces zod's default messages, which are not user-facing.
  const result = schema.safeParse(value, { error: () => ERRORS.invalid.message });
  if (result.success) return result.data;
  const fieldErrors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? "body");
    (fieldErrors[field] ??= []).push(issue.message);
  }
  throw new AppError("invalid", result.error.issues[0]?.message, { fieldErrors });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
