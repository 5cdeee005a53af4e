"use client";

import { clsx } from "clsx";
import { initials } from "@/lib/core/names";
import { personColour } from "./person-colour";
import { usePicture } from "./use-picture";

export type AvatarSize = "sm" | "md" | "lg" | "xl";

const sizes: Record<AvatarSize, string> = {
  sm: "size-8 text-xs",
  md: "size-11 text-base",
  lg: "size-16 text-2xl",
  xl: "size-24 text-4xl",
};

export type AvatarProps = {
  name: string;
  /** The picture's URL, if there is one. */
  picture?: string | null | undefined;
  /** sm 32, md 44 (default), lg 64, xl 96 px. */
  size?: AvatarSize | undefined;
  /** Shown where the picture is missing or broken: coloured initials (default), or /placeholder.jpg. */
  fallback?: "initials" | "placeholder" | undefined;
  /** The name, where it does not stand beside the picture anyway. Default: decoration. */
  alt?: string | undefined;
  className?: string | undefined;
};

const PLACEHOLDER = "/placeholder.jpg";

/**
 * A person's picture. The initials lie under the picture, so that a missing or broken one shows them even
 * before any script ran.
 */
export function Avatar({
  name,
  picture,
  size = "md",
  fallback = "initials",
  alt = "",
  className,
}: AvatarProps) {
  const { source, ref, onError } = usePicture([picture, fallback === "placeholder" ? PLACEHOLDER : null]);

  return (
    <span
      role={alt ? "img" : undefined}
      aria-label={alt || undefined}
      className={clsx(
        "relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full font-bold text-person-ink select-none",
        personColour(name),
        sizes[size],
        className,
      )}
    >
      <span aria-hidden>{initials(name)}</span>
      {source ? (
        // eslint-disable-next-line @next/next/no-img-element -- the sign-in provider sends the size that is shown
        <img
          key={source}
          ref={ref}
          src={source}
          alt=""
          referrerPolicy="no-referrer"
          loading="lazy"
          decoding="async"
          onError={onError}
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
    </span>
  );
}
