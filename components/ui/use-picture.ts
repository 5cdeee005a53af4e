"use client";

import { useCallback, useState } from "react";

/**
 * Finds the first picture that loads.
 * @param candidates URLs in order of preference; blank ones are skipped
 * @returns `source` (null if none is left) and the props that an <img> needs to detect errors
 */
export function usePicture(candidates: readonly (string | null | undefined)[]) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const source = candidates.find((url) => url && !broken.includes(url)) ?? null;

  const drop = useCallback(() => {
    if (source) setBroken((known) => (known.includes(source) ? known : [...known, source]));
  }, [source]);

  // A picture that failed before hydration fired no event that React could see, so check once.
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0 && image.getAttribute("src")) drop();
    },
    [drop],
  );

  return { source, ref, onError: drop };
}
