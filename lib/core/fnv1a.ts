/**
 * The 32-bit FNV-1a hash of a text, over its code points. Mix the result before using only its low bits, which are
 * poorly distributed.
 */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
