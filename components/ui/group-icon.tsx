"use client";

import { usePicture } from "./use-picture";

const FALLBACK = "/default-group-icon.png";

const sizes = { sm: "size-8", md: "size-11", lg: "size-16", xl: "size-24" } as const;

export type GroupIconProps = {
  /** The picture's URL, if there is one. */
  src?: string | null | undefined;
  /** sm 32, md 44 (default), lg 64, xl 96 px. */
  size?: keyof typeof sizes | undefined;
};

/** A group's icon, decorative beside the title, or /default-group-icon.png if it is missing or broken. */
export function GroupIcon({ src, size = "md" }: GroupIconProps) {
  const { source, ref, onError } = usePicture([src, FALLBACK]);
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- drawings of a few kB: nothing to optimize
    <img
      ref={ref}
      src={source ?? FALLBACK}
      alt=""
      width={44}
      height={44}
      referrerPolicy="no-referrer"
      onError={onError}
      className={`shrink-0 rounded-[28%] bg-well object-cover ${sizes[size]}`}
    />
  );
}
