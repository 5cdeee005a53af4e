import "server-only";
import type { ObjectId } from "mongodb";
import type { z } from "zod";
import { getViewer, requireActor, requireRecentSignIn, requireUser, type Viewer } from "@/lib/server/access";
import { ACTOR_HEADER } from "@/lib/core/account";
import type { IdempotencyKey } from "@/lib/db/idempotency";
import { requireId } from "@/lib/db/ids";
import { Download } from "@/lib/server/http/download";
import { AppError, ERRORS, invalid, notFound } from "@/lib/errors";
import { type Fields, formProblem, isForm, readForm, seeOther } from "@/lib/server/http/form-post";
import { idempotencyKeyOf } from "@/lib/server/http/idempotency-key";
import { errorResponse, json } from "@/lib/server/http/json-response";
import { logged } from "@/lib/server/http/logged";
import { limitVisitor } from "@/lib/server/http/memory-limits";
import { requestOrigin } from "@/lib/server/http/request-origin";
import { mediaType, readBody } from "@/lib/server/http/read-body";
import { requireSameOrigin } from "@/lib/server/http/same-origin";
import { limitRequest, limitToken } from "@/lib/server/http/rate-limits";
import { bearerOf } from "@/lib/server/http/bearer";
import { afterWrite } from "@/lib/server/notices/after-write";
import { requireOpen, requireReach, requireTokenUser } from "@/lib/server/token-user";
import { actorFields, limitOf, successStatus, type Operation, type ParamsOf } from "@/lib/contract/operation";
import { operations, type OperationName } from "@/lib/contract/operations";
import { logEvent } from "@/lib/log";
import { currentRequest } from "@/lib/log/request";

/** The response of operations that return nothing. */
const SUCCESS = { success: true } as const;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

type Returned<Op extends Operation, Result = z.input<Op["response"]>> = Op extends { paged: true }
  ? PageOf<Result>
  : Result | Download | (typeof SUCCESS extends Result ? null | void : never);

/** `rows` is the response: the list, or the object that contains it. */
type PageOf<Result> = { rows: Result; nextCursor: string | null };

type OperationCall<Op extends Operation> = {
  /** The user of the session or API token; null without either, if the operation allows this. */
  viewer: Op extends { session: "optional" } ? Viewer | null : Viewer;
  params: ParamsOf<Op["path"]>;
  /** The ids of the path. Reading them throws "not-found" if one is malformed. */
  ids: IdsOf<ParamsOf<Op["path"]>>;
  query: Parsed<Op["query"]>;
  body: Parsed<Op["body"]>;
  /** The file, of operations that take one. */
  file: Op extends { file: readonly string[] } ? Uint8Array : undefined;
  headers: Headers;
  /** The user whom the request names as its actor; null if it names none. */
  actor: string | null;
  /** The site's origin, as the browser sees it. */
  origin: string;
  /** From the Idempotency-Key header, for operations that take one. */
  idempotencyKey: IdempotencyKey | undefined;
};

/** All parameters of paths are ids, except tokens. */
type IdsOf<Params> = { [Name in Exclude<keyof Params, "token">]: ObjectId };

/** What follows a form that a screen posts to the operation, with the field `user`: the actor, "" for nobody. */
export type FormPages<Op extends Operation> = {
  /** The page with the form, which shows the code of a refusal: `?problem=forbidden`. */
  page: (params: ParamsOf<Op["path"]>, fields: Fields) => string;
  /** The page after a success. */
  next: (
    response: z.output<Op["response"]>,
    viewer: Viewer | null,
    params: ParamsOf<Op["path"]>,
  ) => string | Promise<string>;
};

/** What differs between an operation's JSON and its form. */
type Sent = { actor: string | null; body: () => Promise<Record<string, unknown>> };

type Run<Op extends Operation> = (call: OperationCall<Op>) => Promise<Returned<Op>>;
type Forms<Op extends Operation> = Op extends { form: true } ? [FormPages<Op>] : [];

/**
 * Wraps every route handler that needs a session or an API token: these, origin, rate limit, size, JSON, actor, age of
 * the sign-in, schema, errors, log.
 * @param run the operation itself. If it returns nothing, {@link SUCCESS} is sent. An AppError that it throws is sent
 * as it is, any other error as "unavailable" or "internal"
 * @param forms the pages of an operation that screens post as a form, too
 */
export const handler = <Name extends OperationName>(
  name: Name,
  run: Run<(typeof operations)[Name]>,
  ...forms: Forms<(typeof operations)[Name]>
) => handlerOf(name, operations[name], run, ...forms);

/** {@link handler} of any operation. @param name under which its successes are logged */
export function handlerOf<const Op extends Operation>(
  name: string,
  operation: Op,
  run: Run<Op>,
  ...forms: Forms<Op>
) {
  const [pages] = forms as [FormPages<Op>?];
  const actors = actorFields(operation);
  const shape = { ...operation.query?.shape, ...operation.body?.shape };
  // Every change and every export is logged.
  const isLogged = operation.method !== "GET" || limitOf(operation) === "export";
  type Context = { params: Promise<ParamsOf<Op["path"]>> };

  return (request: Request, context: Context): Promise<Response> =>
    logged(request, () => (pages && isForm(request) ? onForm(pages) : onJson())(request, context));

  function onJson() {
    return async (request: Request, context: Context) => {
      try {
        if (pages && request.method !== operation.method) throw new AppError("method-not-allowed");
        const actor = request.headers.get(ACTOR_HEADER);
        const { response } = await perform(request, context, {
          actor,
          body: () => readJson(request, operation),
        });
        if (response instanceof Download) return await response.toResponse(operation.contentType);
        if (!operation.paged) return json(response ?? SUCCESS, successStatus(operation));
        const { rows, nextCursor } = response as PageOf<unknown>;
        return json(rows, 200, nextPage(request.url, nextCursor));
      } catch (error) {
        return errorResponse(error);
      }
    };
  }

  function onForm({ page, next }: FormPages<Op>) {
    return async (request: Request, context: Context) => {
      let fields: Fields = {};
      try {
        fields = await readForm(request);
        const { user = "", ...body } = fields;
        const { response, viewer } = await perform(request, context, { actor: user, body: async () => body });
        return seeOther(await next(response as z.output<Op["response"]>, viewer, await context.params));
      } catch (error) {
        return formProblem(error, page(await context.params, fields));
      }
    };
  }

  async function perform(request: Request, context: Context, sent: Sent) {
    const viewer = await viewerOf(operation, request, context.params);
    if (operation.method !== "GET") requireSameOrigin(request);
    if (viewer?.token) await limitToken(operation, viewer.token.id);
    if (viewer) await limitRequest(limitOf(operation), viewer.id);
    if (viewer?.token) requireOpen(operation, viewer.token);
    if (viewer?.guest && !operation.guests) throw notFound();
    const file = operation.file ? await readFile(request, operation) : undefined;
    const rawBody = operation.body ? { ...revOf(request), ...(await sent.body()) } : undefined;
    const rawQuery = Object.fromEntries(new URL(request.url).searchParams);
    const named: Record<string, unknown> = { ...rawQuery, ...rawBody };
    requireActor(viewer, [sent.actor, ...actors.map((field) => named[field])]);
    if (operation.recentSignIn) await requireRecentSignIn();
    const body = parse(operation.body, rawBody, operation) as Parsed<Op["body"]>;
    const query = parse(operation.query, rawQuery) as Parsed<Op["query"]>;
    const params = await context.params;
    if (viewer?.token) await requireReach(operation, viewer.token, { ...query, ...body, ...params });
    const known = Object.entries(named).filter(([field]) => Object.hasOwn(shape, field));
    const ids = idsIn({ ...Object.fromEntries(known), ...params });
    currentRequest()?.ids.push(...Object.values(ids).flat());
    const response = await run({
      viewer: viewer as OperationCall<Op>["viewer"],
      params,
      get ids() {
        return idsOf(params);
      },
      query,
      body,
      file: file as OperationCall<Op>["file"],
      headers: request.headers,
      actor: sent.actor,
      origin: requestOrigin(request),
      idempotencyKey: operation.keyed && viewer ? idempotencyKeyOf(request, viewer._id, body) : undefined,
    });
    const { _id } = (response ?? {}) as { _id?: unknown };
    if (isLogged) logEvent(name, { ...ids, ...idsIn({ _id }), user: viewer?.id });
    if (operation.method !== "GET") afterWrite();
    return { response, viewer };
  }
}

/**
 * The user who sends the request: of its API token, if it has one, otherwise of its session. Without either, the request
 * counts toward the limit of its address.
 * @throws AppError "unauthenticated", "rate-limited"
 */
async function viewerOf(
  operation: Operation,
  request: Request,
  params: Promise<Record<string, string>>,
): Promise<Viewer | null> {
  const { session } = operation;
  const id = session === "settlement" ? (await params)["id"] : undefined;
  const token = bearerOf(request.headers);
  if (token !== null) return requireTokenUser(operation, token, id).catch(refused);
  const viewer = session === "optional" ? await getViewer() : await requireUser(session, id).catch(refused);
  if (!viewer) await limitVisitor(request.headers);
  return viewer;

  async function refused(error: unknown): Promise<never> {
    await limitVisitor(request.headers);
    throw error;
  }
}

function idsOf<Params extends Record<string, string>>(params: Params): IdsOf<Params> {
  const ids = Object.entries(params).filter(([name]) => name !== "token");
  return Object.fromEntries(ids.map(([name, id]) => [name, requireId(id)])) as IdsOf<Params>;
}

/** The most ids of a list that are logged. */
const MAX_LOGGED = 50;

/** The fields that are ids, or the beginnings of lists of them. */
function idsIn(fields: Record<string, unknown>): Record<string, string | string[]> {
  const isId = (value: unknown) => typeof value === "string" && /^[0-9a-f]{24}$/i.test(value);
  const entries = Object.entries(fields)
    .map(([field, value]) => [field, Array.isArray(value) ? value.slice(0, MAX_LOGGED) : value] as const)
    .filter(([, value]) => (Array.isArray(value) ? value.length > 0 && value.every(isId) : isId(value)));
  return Object.fromEntries(entries) as Record<string, string | string[]>;
}

/** The headers of a page, which point to the next one. */
function nextPage(url: string, cursor: string | null): Record<string, string> {
  if (!cursor) return {};
  const next = new URL(url);
  next.searchParams.set("cursor", cursor);
  return { "X-Next-Cursor": cursor, Link: `<${next.pathname}${next.search}>; rel="next"` };
}

/** The body as it is. @throws AppError "unsupported-media-type", "too-large" */
async function readFile(request: Request, { file = [], maxBodyBytes }: Operation): Promise<Uint8Array> {
  if (!file.includes(mediaType(request) ?? ""))
    throw new AppError("unsupported-media-type", `Send the file as ${file.join(" or ")}.`);
  return readBody(request, maxBodyBytes);
}

/**
 * Parses the JSON body.
 * @throws AppError "unsupported-media-type", "too-large", "malformed-json"; "invalid" if it is not an object
 */
async function readJson(request: Request, operation: Operation): Promise<Record<string, unknown>> {
  if (mediaType(request) !== "application/json") throw new AppError("unsupported-media-type");
  const body = parseJson(await readText(request, operation));
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

async function readText(request: Request, { maxBodyBytes }: Operation): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readBody(request, maxBodyBytes));
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("malformed-json");
  }
}

/** The most problems of a field that are sent. */
const MAX_FIELD_ERRORS = 20;

/**
 * Parses the value with its schema.
 * @throws AppError "invalid" with the first problem, and the problems by field; of a body that can be large, the first
 * one only, because each of its entries could have several
 */
function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  { maxBodyBytes }: Partial<Operation> = {},
): unknown {
  if (!schema) return undefined;
  // Replaces zod's default messages, which are not user-facing. zod's own `validate` aborts early, too.
  const options = { error: () => ERRORS.invalid.message, abortEarly: maxBodyBytes !== undefined };
  const result = schema.safeParse(value, options);
  if (result.success) return result.data;
  const { issues } = result.error;
  const fieldErrors: Record<string, string[]> = {};
  for (const issue of issues) {
    const messages = (fieldErrors[String(issue.path[0] ?? "body")] ??= []);
    if (messages.length < MAX_FIELD_ERRORS) messages.push(issue.message);
  }
  throw new AppError("invalid", issues[0]?.message, { fieldErrors });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The field `rev` of a body that has none, from the If-Match header: "3", with or without quotes. Anything else stays
 * text, which the schema of a body with `rev` refuses, because ignoring it could overwrite a newer version.
 */
function revOf(request: Request): Record<string, unknown> {
  const header = request.headers.get("if-match");
  if (header === null) return {};
  return { rev: /^(\d+|"\d+")$/.test(header) ? Number(header.replaceAll('"', "")) : header };
}
