"use client";

import { clsx } from "clsx";
import { initials } from "@/lib/core/people";
import { personColor } from "./person-color";
import { Picture } from "@/components/ui/picture";

export type AvatarProps = {
  name: string;
  /** The picture's URL, if there is one. */
  picture?: string | null | undefined;
  /** sm 32, md 44 (default), lg 64, xl 96 px. */
  size?: "sm" | "md" | "lg" | "xl" | undefined;
  /** Shown if the picture is broken: the initials (default), or /placeholder.jpg. */
  fallback?: "initials" | "placeholder" | undefined;
  className?: string | undefined;
};

/**
 * A person's picture, or their initials in their color; decorative, because the name is next to it. The initials are
 * behind the picture, so that they show if it is missing or broken, even before hydration.
 */
export function Avatar({ name, picture, size = "md", fallback = "initials", className }: AvatarProps) {
  const sources = picture ? [picture, ...(fallback === "placeholder" ? ["/placeholder.jpg"] : [])] : [];
  return (
    <span
      aria-hidden
      translate="no"
      className={clsx("avatar", size !== "md" && `avatar-${size}`, personColor(name), className)}
    >
      {initials(name)}
      {sources.length > 0 ? <Picture sources={sources} /> : null}
    </span>
  );
}
