import "server-only";
import { errorResponse } from "./json-response";
import { limitVisitor } from "./memory-limits";
import { requireSameOrigin } from "./same-origin";

/** Wraps the few route handlers that need no session: rate limit per address, origin check, errors as JSON. */
export function publicHandler<R extends Request>(run: (request: R) => Promise<Response> | Response) {
  return async (request: R): Promise<Response> => {
    try {
      await limitVisitor(request.headers);
      if (request.method !== "GET") requireSameOrigin(request);
      return await run(request);
    } catch (error) {
      return errorResponse(error);
    }
  };
}
