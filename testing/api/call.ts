import { join } from "node:path";
import type { Viewer } from "@/lib/server/access";
import type { SessionUser } from "@/lib/core/account";
import { errorsOf } from "@/lib/contract/openapi";
import { operations, type OperationName } from "@/lib/contract/operations";
import { signInAs } from "@/testing/session";

export type CallInput = {
  as: SessionUser | null;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Strings are sent as they are, anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Of the session; default: just now. */
  signedInMinutesAgo?: number;
};

export type ApiResponse = { status: number; body: unknown; text: string; headers: Headers };

type Method = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** The file of app/api that handles a path such as "/api/events/{eventId}". */
export function routeFile(path: string): string {
  return join(process.cwd(), "app", path.replace(/\{(\w+)\}/g, "[$1]"), "route.ts");
}

/**
 * Calls a route handler like Next.js does, with an injected session. Fails if the response is an error that openapi.json
 * does not list for the call. The test file has to begin with
 * `jest.mock("@/lib/auth", () => jest.requireActual("@/testing/session"))`.
 */
export async function call(name: OperationName, input: CallInput): Promise<ApiResponse> {
  const operation = operations[name];
  const params = input.params ?? {};
  const path = operation.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ""),
  );
  const url = new URL(path, "http://localhost:3000");
  for (const [key, value] of Object.entries(input.query ?? {})) url.searchParams.set(key, value);
  const body =
    input.body === undefined || typeof input.body === "string" ? input.body : JSON.stringify(input.body);
  const request = new Request(url, {
    method: operation.method,
    headers: {
      host: "localhost:3000",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...input.headers,
    },
    ...(body !== undefined && { body: body as string }),
  });
  signInAs(input.as, { auth_time: Math.floor(Date.now() / 1000) - 60 * (input.signedInMinutesAgo ?? 0) });
  const route = jest.requireActual<Record<string, Method>>(routeFile(operation.path));
  const method = route[operation.method];
  if (!method) throw new Error(`${operation.path} has no ${operation.method}`);
  const response = await method(request, { params: Promise.resolve(params) });
  // As sent: Response.text() would remove the byte order mark.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  const { status, headers } = response;
  const isJson = headers.get("content-type")?.startsWith("application/json");
  const parsed = isJson ? (JSON.parse(text) as unknown) : text;
  if (status >= 400) expect(errorsOf(operation)).toContain((parsed as { code?: string }).code);
  return { status, body: parsed, text, headers };
}

/** Makes a call that has to succeed, and returns its body. */
export async function done<T = { _id: string }>(
  name: OperationName,
  as: Viewer,
  input: Omit<CallInput, "as"> = {},
): Promise<T> {
  const { status, body } = await call(name, { as, ...input });
  expect([name, status < 300, body]).toEqual([name, true, expect.anything()]);
  return body as T;
}
