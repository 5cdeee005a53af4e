// Made when it is used first: where a browser is too old, the page still loads, and says so.
let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as people see them: one can be several code points, such as é, flags, families. */
export function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
