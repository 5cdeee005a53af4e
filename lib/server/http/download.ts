import "server-only";
import { ReadableStream } from "node:stream/web";
import { log } from "@/lib/log";

/** Chunks of at least this many characters are sent. */
const CHUNK = 16 * 1024;

/** A response that a browser saves as a file. It is streamed, so only one chunk is in memory. */
export class Download {
  /** @param filename ASCII letters, digits, dots, and hyphens */
  constructor(
    private readonly filename: string,
    private readonly pieces: AsyncIterable<string>,
  ) {}

  /** @throws what loading the first chunk throws: the rest can only break the connection */
  async toResponse(contentType = "application/json"): Promise<Response> {
    const chunks = inChunks(this.pieces);
    const first = await chunks.next();
    // The types of Node.js and of browsers differ.
    const body = ReadableStream.from(startingWith(first, chunks)) as BodyInit;
    return new Response(body, {
      headers: {
        "Content-Type": `${contentType}; charset=utf-8`,
        "Content-Disposition": `attachment; filename="${this.filename}"`,
        "Cache-Control": "private, no-store",
      },
    });
  }
}

/** The first chunk, if there is one, and the rest. */
async function* startingWith(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  try {
    yield first.value;
    yield* rest;
  } catch (error) {
    log.error({ err: error }, "A download was interrupted.");
    // Breaks the connection, so that a partial file is not mistaken for a complete one.
    throw error;
  }
}

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let chunk = "";
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield encoder.encode(chunk);
    chunk = "";
  }
  if (chunk) yield encoder.encode(chunk);
}

/** A file name made of a title: `evenly-harbor-street-flat.csv`. */
export function toFilename(title: string, extension: "csv" | "json"): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${["evenly", ...(words ?? ["group"])].join("-")}.${extension}`;
}
