/** `1 participant`, `3 participants`; `plural` for nouns that take more than an s. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
