import { currentRequest, endRequest, inRequest, newRequest, REQUEST_ID } from "@/lib/log/request";
import { routeOf } from "./route-pattern";

/** Handles an API request, and logs it on hosts where no guard in front of Next.js does. */
export async function logged(request: Request, handle: () => Promise<Response>): Promise<Response> {
  if (currentRequest()) return handle();
  const { pathname } = new URL(request.url);
  const current = newRequest(request.method, routeOf(pathname), pathname);
  const response = await inRequest(current, handle);
  endRequest(current, response.status);
  // The headers of a redirect cannot be changed.
  const { status, statusText, headers, body } = response;
  const all = new Headers(headers);
  all.set(REQUEST_ID, current.id);
  return new Response(body, { status, statusText, headers: all });
}
