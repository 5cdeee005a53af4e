/** A call that a screen made. */
export type Sent = { method: string; path: string; body: unknown; key: string | undefined };

/** An answer: 200 with this body, or another status. */
export type Answer = { status?: number; body: unknown; headers?: Record<string, string> };

/**
 * Stands in for the server in a test of a screen.
 * @param respond what the server answers; undefined: 500 without a body. It may return a promise, to answer late.
 * @returns the calls made so far, in order
 */
export function fakeApi(respond: (call: Sent) => Answer | Promise<Answer> | undefined): Sent[] {
  const sent: Sent[] = [];
  globalThis.fetch = async (path, init = {}) => {
    const headers = init.headers as Record<string, string>;
    const call = {
      method: init.method ?? "GET",
      path: String(path),
      body: typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : undefined,
      key: headers["Idempotency-Key"],
    };
    sent.push(call);
    const answer = await respond(call);
    return answer ? responseOf(answer) : responseOf({ status: 500, body: undefined });
  };
  return sent;
}

/** As much of a Response as lib/api-client reads; jsdom has none. A body of undefined is not JSON. */
function responseOf({ status = 200, body, headers = {} }: Answer): Response {
  const response: Pick<Response, "ok" | "status" | "headers" | "json"> = {
    ok: status < 400,
    status,
    headers: new Headers(headers),
    json: async () => JSON.parse(JSON.stringify(body) ?? "") as unknown,
  };
  return response as Response;
}

/** The body of a refusal, as the server writes it. */
export function refusal(status: number, code: string, error: string, fieldErrors?: Record<string, string[]>) {
  return {
    status,
    body: { success: false, error, message: error, code, ...(fieldErrors && { fieldErrors }) },
  };
}
