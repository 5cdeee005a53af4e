"use client";

import { clsx } from "clsx";
import { useState } from "react";

const FALLBACK = "/default-group-icon.png";

const sizes = { md: "size-12", lg: "size-16", xl: "size-24" } as const;

export type GroupIconProps = {
  /** The picture's URL, if there is one. */
  src?: string | null | undefined;
  /** md 48 (default), lg 64, xl 96 px. */
  size?: keyof typeof sizes | undefined;
  /** Default: decoration, since the title stands beside it. */
  alt?: string | undefined;
  className?: string | undefined;
};

/** A group's picture; /default-group-icon.png where there is none or it does not load. */
export function GroupIcon({ src, size = "md", alt = "", className }: GroupIconProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const source = src && src !== broken ? src : FALLBACK;
  return (
    // A plain image: drawings of a few kB.
    // eslint-disable-next-line @next/next/no-img-element
    <img
      // A picture that broke before React took over has told nobody: look once more.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0 && source !== FALLBACK) setBroken(source);
      }}
      src={source}
      alt={alt}
      width={48}
      height={48}
      referrerPolicy="no-referrer"
      onError={() => setBroken(source)}
      className={clsx("shrink-0 rounded-[28%] bg-well object-cover", sizes[size], className)}
    />
  );
}
