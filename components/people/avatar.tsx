"use client";

import { clsx } from "clsx";
import { initials } from "@/lib/core/people";
import { personColor } from "./person-color";
import { Picture } from "@/components/ui/picture";

const sizes = { sm: "size-8 text-xs", md: "", lg: "size-16 text-2xl", xl: "size-24 text-4xl" } as const;

export type AvatarProps = {
  name: string;
  /** The picture's URL, if there is one. */
  picture?: string | null | undefined;
  /** sm 32, md 44 (default), lg 64, xl 96 px. */
  size?: keyof typeof sizes | undefined;
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
    <span aria-hidden translate="no" className={clsx("avatar", sizes[size], personColor(name), className)}>
      {initials(name)}
      {sources.length > 0 ? <Picture sources={sources} /> : null}
    </span>
  );
}
