/** A count as text: `1,119`. */
export const formatCount = (count: number) => count.toLocaleString("en-US");

/** A count with its noun: `1 participant`, `3 participants`. @param plural for nouns that do not just take an s */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}
