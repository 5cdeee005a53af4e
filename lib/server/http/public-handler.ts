import "server-only";
import { errorResponse } from "./json-response";
import { logged } from "./logged";
import { limitVisitor } from "./memory-limits";
import { requireSameOrigin } from "./same-origin";

/** Wraps the few route handlers that need no session: rate limit per address, origin check, errors as JSON. */
export function publicHandler<R extends Request, Context extends unknown[]>(
  run: (request: R, ...context: Context) => Promise<Response> | Response,
) {
  return (request: R, ...context: Context): Promise<Response> =>
    logged(request, async () => {
      try {
        await limitVisitor(request.headers);
        if (request.method !== "GET") requireSameOrigin(request);
        return await run(request, ...context);
      } catch (error) {
        return errorResponse(error);
      }
    });
}
