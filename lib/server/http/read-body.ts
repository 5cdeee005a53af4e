import { AppError } from "@/lib/errors";
import { MAX_BODY_BYTES } from "@/lib/contract/operation";

/** The type of a request's body, without parameters. */
export const mediaType = ({ headers }: Request) =>
  headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();

/** The body, of at most `most` bytes, whatever Content-Length says. @throws AppError "too-large" */
export async function readBody(request: Request, most = MAX_BODY_BYTES): Promise<Buffer> {
  if (Number(request.headers.get("content-length")) > most) throw new AppError("too-large");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) throw new AppError("too-large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
