/** Bytes from which it is clear whether a text without a mark is UTF-16. */
const SAMPLE = 1_000;

/**
 * The text of a file: UTF-8, UTF-16, or, if it is not valid UTF-8, Windows-1252, in which spreadsheets save.
 * @returns without a byte order mark; null if it is not text
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = markedEncoding(bytes) ?? obviousEncoding(bytes);
  const text = encoding ? new TextDecoder(encoding).decode(bytes) : decodeUnmarked(bytes);
  return text.includes("\0") ? null : text;
}

function decodeUnmarked(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** Windows-1252 from 0x80 to 0x9f, which some versions of Node.js decode as ISO 8859-1. */
const FROM_0X80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** By code unit, because replacing characters takes seconds if a file has millions of them. */
function decodeWindows1252(bytes: Uint8Array): string {
  const units = Uint16Array.from(bytes);
  for (const [index, byte] of bytes.entries())
    if (byte >= 0x80 && byte <= 0x9f) units[index] = FROM_0X80.charCodeAt(byte - 0x80);
  return new TextDecoder("utf-16le").decode(units);
}

function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** In UTF-16, every other byte of digits, commas, and Latin letters is zero. */
function obviousEncoding(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4 && even === 0) return "utf-16le";
  return even > sample.length / 4 && odd === 0 ? "utf-16be" : null;
}
