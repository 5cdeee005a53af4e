import { AppError } from "@/lib/server/errors";
import { MAX_BODY_BYTES } from "./request-rules";

// Forms are sent to the server actions of app/session-actions.ts, which take the form or nothing. Next.js answers 500 to
// whatever it cannot decode; not "server-only", because middleware.ts refuses that before.

/** A reference to the form, or a value that needs no other part of the body: what React sends for such an action. */
const KNOWN_REFERENCE = /^\$(K[\da-f]+$|undefined$|\$)/;
const MAX_ARGUMENTS = 10;

/**
 * Reads the body of a form or server action.
 * @throws AppError "malformed-form" if Next.js could not decode it, "too-large" whatever Content-Length says
 */
export async function requireReadableForm(request: Request): Promise<void> {
  const type = request.headers.get("content-type") ?? "";
  const isAction = request.headers.has("next-action");
  const isMultipart = type.startsWith("multipart/form-data");
  if (!isAction && !isMultipart) return;
  const body = await readBody(request);
  const form = isMultipart ? await parseForm(body, type) : null;
  if (isAction) checkArguments(form ? form.get("0") : new TextDecoder().decode(body));
  // Arguments that are bound to an action without scripts. No form here has any.
  else if ([...(form?.keys() ?? [])].some((key) => key.startsWith("$ACTION_REF_"))) refuse();
}

/** The body, of at most MAX_BODY_BYTES. @throws AppError "too-large" */
export async function readBody(request: Request): Promise<Buffer> {
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) throw new AppError("too-large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw new AppError("too-large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseForm(body: Buffer, type: string): Promise<FormData> {
  return new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData().catch(refuse);
}

function checkArguments(text: FormDataEntryValue | null): void {
  if (typeof text !== "string") refuse();
  let list: unknown;
  try {
    list = JSON.parse(text, (_, value: unknown) =>
      typeof value === "string" && value.startsWith("$") && !KNOWN_REFERENCE.test(value) ? refuse() : value,
    );
  } catch {
    refuse();
  }
  if (!Array.isArray(list) || list.length > MAX_ARGUMENTS) refuse();
}

function refuse(): never {
  throw new AppError("malformed-form");
}
