"use client";

import { useCallback, useState } from "react";

/**
 * The first of several pictures that loads.
 * @param candidates URLs in order of preference; blank ones are skipped
 * @returns `source` (null when none is left) and the props that an <img> needs to tell that it broke
 */
export function usePicture(candidates: readonly (string | null | undefined)[]) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const source = candidates.find((url) => url && !broken.includes(url)) ?? null;

  const drop = useCallback(() => {
    if (source) setBroken((known) => (known.includes(source) ? known : [...known, source]));
  }, [source]);

  // A picture that broke before React took over has told nobody: look once more.
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.getAttribute("src")) drop();
    },
    [drop],
  );

  return { source, ref, onError: drop };
}
