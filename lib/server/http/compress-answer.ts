import { constants, createBrotliCompress, createGzip } from "node:zlib";

// Compresses the answers of a function. Next.js does so only in its own server, and CloudFront only what it may cache.

type Head = { statusCode: number; headers: Record<string, string | string[]> };

const WORTH_IT = /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|javascript))/;
const LEAST_BYTES = 1024;
const WITHOUT_BODY = [204, 304];

// Each part is sent when it is written, as screens are rendered in parts. Brotli's own quality takes ten times as long.
const ENCODERS = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/** The encodings of an Accept-Encoding header, those with a quality of 0 left out. */
export function acceptedEncodings(header = ""): string[] {
  const parts = header.toLowerCase().split(",");
  return parts
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";", 1)[0]!.trim());
}

/** @returns the head to send, and a stream to send the body through; null to send it as it is */
export function compressing<Part extends Head>(
  request: { method: string; headers: Record<string, string | undefined> },
  part: Part,
): [Part, ReturnType<(typeof ENCODERS)["br" | "gzip"]> | null] {
  const { "content-length": length, vary = [], ...headers } = part.headers;
  const isWorthIt = WORTH_IT.test(String(headers["content-type"])) && !(Number(length) < LEAST_BYTES);
  if (!isWorthIt || headers["content-encoding"] || WITHOUT_BODY.includes(part.statusCode))
    return [part, null];
  const varying = [vary, "Accept-Encoding"].flat().join(", ");
  const accepted = acceptedEncodings(request.headers["accept-encoding"]);
  const encoding = (["br", "gzip"] as const).find((name) => accepted.includes(name));
  if (!encoding || request.method === "HEAD") {
    return [{ ...part, headers: { ...part.headers, vary: varying } }, null];
  }
  const sent = { ...headers, vary: varying, "content-encoding": encoding };
  return [{ ...part, headers: sent }, ENCODERS[encoding]()];
}
