"use client";

import type { ReactNode } from "react";
import { Spinner } from "@/components/ui/spinner";
import { Icon } from "@/components/ui/icon";
import { usePosting } from "@/components/ui/post-form";
import { Sentence } from "@/components/ui/bdi";

/** A row that acts as a person, in its own form. @param children their picture */
export function PersonButton({ label, children }: { label: string; children: ReactNode }) {
  const pending = usePosting();
  return (
    <button
      type="submit"
      disabled={pending}
      aria-busy={pending || undefined}
      className="flex min-h-15 w-full flex-wrap items-center gap-x-4 px-4 py-2 text-left font-bold transition-colors duration-150 hover:bg-well focus-visible:bg-well focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-focus"
    >
      {children}
      <span className="min-w-0 flex-1 basis-16 wrap-anywhere">
        <Sentence>{label}</Sentence>
      </span>
      {pending ? <Spinner /> : <Icon className="icon-chevron-right size-5 text-muted rtl:rotate-180" />}
    </button>
  );
}
