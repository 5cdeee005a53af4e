"use client";

import { usePicture } from "./use-picture";

/** The first of the pictures that loads; nothing if none does. */
export function Picture({ sources }: { sources: readonly (string | null | undefined)[] }) {
  const { source, ref, onError } = usePicture(sources);
  if (!source) return null;
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- the sign-in provider sends the size that is shown
    <img
      key={source}
      ref={ref}
      src={source}
      alt=""
      referrerPolicy="no-referrer"
      loading="lazy"
      decoding="async"
      onError={onError}
    />
  );
}
