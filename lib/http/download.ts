import "server-only";

/** Pieces are sent together once they are so many characters. */
const CHUNK = 16 * 1024;

/** An answer that a browser saves as a file, sent while it is made: no more of it than a chunk is in memory. */
export class Download {
  /**
   * @param contentType "application/json" or "text/csv"
   * @param filename ASCII letters, digits, dots and hyphens
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
            // Half a file must not pass for a whole one: the connection breaks off.
            console.error("A download broke off.", error);
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

/** A file's name from a title: `evenly-harbour-street-flat.csv`. */
export function toFilename(title: string, extension: "csv" | "json"): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${["evenly", ...(words ?? ["group"])].join("-")}.${extension}`;
}
