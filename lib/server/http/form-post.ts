import "server-only";
import { errorResponse, toAppError } from "./json-response";
import { mediaType, readBody } from "./read-body";

// Forms of screens work without scripts, and in pages of other builds: the browser posts them to the stable URL of an
// operation, which redirects to a page.

export type Fields = Readonly<Record<string, string>>;

export const isForm = (request: Request) => mediaType(request) === "application/x-www-form-urlencoded";

/** The fields of a form. @throws AppError "too-large" */
export const readForm = async (request: Request): Promise<Fields> =>
  Object.fromEntries(new URLSearchParams((await readBody(request)).toString()));

/** Leads the browser to a page of this site, or to the provider that signs people in. */
export const seeOther = (location: string) =>
  new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "private, no-store" } });

/**
 * The response to a form that was refused, or that failed. Another site's form gets the error as JSON.
 * @param page with the form, which shows the reason
 */
export function formProblem(error: unknown, page: string): Response {
  const known = toAppError(error);
  if (known.code === "wrong-origin") return errorResponse(known);
  const wait = known.code === "rate-limited" ? `&wait=${known.headers["Retry-After"]}` : "";
  return seeOther(`${page}${page.includes("?") ? "&" : "?"}problem=${known.code}${wait}`);
}
