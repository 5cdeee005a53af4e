import "server-only";
import { ReadableStream } from "node:stream/web";

/** Chunks of at least this many characters are sent. */
const CHUNK = 16 * 1024;

/** An answer that a browser saves as a file. It is streamed, so only one chunk is in memory. */
export class Download {
  /** @param filename ASCII letters, digits, dots, and hyphens */
  constructor(
    private readonly filename: string,
    private readonly pieces: AsyncIterable<string>,
  ) {}

  toResponse(contentType = "application/json"): Response {
    // The types of Node.js and of browsers differ.
    const body = ReadableStream.from(inChunks(this.pieces)) as BodyInit;
    return new Response(body, {
      headers: {
        "Content-Type": `${contentType}; charset=utf-8`,
        "Content-Disposition": `attachment; filename="${this.filename}"`,
        "Cache-Control": "private, no-store",
      },
    });
  }
}

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let chunk = "";
  try {
    for await (const piece of pieces) {
      chunk += piece;
      if (chunk.length < CHUNK) continue;
      yield encoder.encode(chunk);
      chunk = "";
    }
    if (chunk) yield encoder.encode(chunk);
  } catch (error) {
    console.error("A download was interrupted.", error);
    // Breaks the connection, so that a partial file is not mistaken for a complete one.
    throw error;
  }
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
