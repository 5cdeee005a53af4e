import { http } from "msw/core/http";
import { setupServer } from "msw/node";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** A call that a screen made. */
export type Sent = { method: string; path: string; body: unknown; key: string | undefined };

/** A response: 200 with this body, or another status. Status 0: none arrives. */
export type FakeResponse = { status?: number; body: unknown; headers?: Record<string, string> };

export const offline: FakeResponse = { status: 0, body: undefined };

/**
 * Answers the calls of a screen under test.
 * @param respond what the server answers; undefined: 500 without a body. It may return a promise, to answer late.
 * @returns the calls made so far, in order, without those that ask whether something has changed
 */
export function fakeApi(respond: (call: Sent) => FakeResponse | Promise<FakeResponse> | undefined): Sent[] {
  const sent: Sent[] = [];
  server.use(
    http.all("/api/*", async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      const call = {
        method: request.method,
        path: pathname + search,
        body: text ? (JSON.parse(text) as unknown) : undefined,
        key: request.headers.get("Idempotency-Key") ?? undefined,
      };
      // Every screen polls, sooner or later.
      if (call.path !== "/api/users/revision") sent.push(call);
      const { status = 200, body, headers = {} } = (await respond(call)) ?? { status: 500, body: undefined };
      if (status === 0) return Response.error();
      const init = { status, headers };
      return body === undefined ? new Response(null, init) : Response.json(body, init);
    }),
  );
  return sent;
}

/** The body of a refusal, as the server writes it. */
export function refusal(status: number, code: string, error: string, fieldErrors?: Record<string, string[]>) {
  return {
    status,
    body: { success: false, error, message: error, code, ...(fieldErrors && { fieldErrors }) },
  };
}
