import { Bdi } from "./bdi";

/** What `isolate` marked, and amounts. */
const KEPT = /(\u2068[^\u2069]*\u2069|[+−]?\$\d[\d,]*(?:\.\d\d)?)/;

/** A text in which names, titles, and amounts are not translated. */
export const Sentence = ({ children }: { children: string }) =>
  children
    .split(KEPT)
    .map((part, index) =>
      index % 2 === 0 ? part || null : <Bdi key={index}>{part.replace(/[\u2068\u2069]/g, "")}</Bdi>,
    );
