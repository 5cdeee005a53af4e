import "server-only";

/** Chunks of at least this many characters are sent. */
const CHUNK = 16 * 1024;

/** An answer that a browser saves as a file. It is streamed, so only one chunk is in memory. */
export class Download {
  /**
   * @param contentType "application/json" or "text/csv"
   * @param filename ASCII letters, digits, dots, and hyphens
   */
  constructor(
    private readonly contentType: string,
    private readonly filename: string,
    private readonly pieces: AsyncIterable<string>,
  ) {}

  toResponse(): Response {
    const chunks = inChunks(this.pieces);
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { value, done } = await chunks.next();
            if (done) controller.close();
            else controller.enqueue(encoder.encode(value));
          } catch (error) {
            // Breaks the connection, so that a partial file is not mistaken for a complete one.
            console.error("A download was interrupted.", error);
            controller.error(error);
          }
        },
        async cancel() {
          await chunks.return(undefined);
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, {
      headers: {
        "Content-Type": `${this.contentType}; charset=utf-8`,
        "Content-Disposition": `attachment; filename="${this.filename}"`,
        "Cache-Control": "private, no-store",
      },
    });
  }
}

async function* inChunks(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = "";
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk) yield chunk;
}

/** A file name made of a title: `evenly-harbour-street-flat.csv`. */
export function toFilename(title: string, extension: "csv" | "json"): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${["evenly", ...(words ?? ["group"])].join("-")}.${extension}`;
}
