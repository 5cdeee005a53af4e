import "server-only";
import { type Fields, formProblem, readForm, seeOther } from "./form-post";
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

/**
 * Wraps the handlers of forms that need no session: origin check, errors as pages. They limit the requests themselves.
 * @param page with the form, which shows why it was refused
 * @param run returns where the browser goes
 */
export function formHandler(page: string, run: (fields: Fields, headers: Headers) => Promise<string>) {
  return (request: Request): Promise<Response> =>
    logged(request, async () => {
      try {
        requireSameOrigin(request);
        return seeOther(await run(await readForm(request), request.headers));
      } catch (error) {
        return formProblem(error, page);
      }
    });
}
