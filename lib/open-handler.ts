import "server-only";
import { errorResponse } from "@/lib/json-response";
import { countVisitor } from "@/lib/memory-limits";
import { requireOwnOrigin } from "@/lib/own-origin";

/** The wrapper of the few route handlers that need no session: the limit of an address, origin, errors as JSON. */
export function openHandler<R extends Request>(run: (request: R) => Promise<Response> | Response) {
  return async (request: R): Promise<Response> => {
    try {
      await countVisitor(request.headers);
      if (request.method !== "GET") requireOwnOrigin(request);
      return await run(request);
    } catch (error) {
      return errorResponse(error);
    }
  };
}
