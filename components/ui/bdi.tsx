import type { ComponentProps } from "react";

/** What somebody typed, such as a name or a title: it reorders nothing, whatever its direction, and is not translated. */
// oxlint-disable-next-line react/forbid-elements -- the only one
export const Bdi = (props: ComponentProps<"bdi">) => <bdi translate="no" {...props} />;

/** What `isolate` marked, and amounts. */
const KEPT = /(\u2068[^\u2069]*\u2069|[+−]?\$\d[\d,]*(?:\.\d\d)?)/;

/** A text in which names, titles, and amounts are not translated. */
export const Sentence = ({ children }: { children: string }) =>
  children
    .split(KEPT)
    .map((part, index) =>
      index % 2 === 0 ? part || null : <Bdi key={index}>{part.replace(/[\u2068\u2069]/g, "")}</Bdi>,
    );
