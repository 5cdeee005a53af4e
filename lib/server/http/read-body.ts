import { AppError } from "@/lib/errors";
import { MAX_BODY_BYTES } from "./request-rules";

/** The type of a request's body, without parameters. */
export const mediaType = ({ headers }: Request) =>
  headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

/** The body, of at most MAX_BODY_BYTES, whatever Content-Length says. @throws AppError "too-large" */
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
