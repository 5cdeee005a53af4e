"use client";

import type { ReactNode } from "react";
import { Icon } from "./icon";
import { useOpen } from "./use-open";

export type DisclosureProps = {
  /** See {@link useOpen}. */
  name: string;
  summary: ReactNode;
  className?: string | undefined;
  /** A long content that is rendered only while it is shown, unlike others, which can be read without JavaScript. */
  onDemand?: boolean;
  children: ReactNode;
};

/** Content that a press on its summary shows. Works without JavaScript. */
export function Disclosure({ name, summary, className, onDemand = false, children }: DisclosureProps) {
  const [open, setOpen] = useOpen(name);
  return (
    <details
      className={className}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      // Opened before React was ready.
      suppressHydrationWarning
      ref={(details) => void (details?.open && !open && setOpen(true))}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-3xl border border-line bg-surface px-5 py-2 font-bold transition-colors duration-150 select-none hover:bg-well [&::-webkit-details-marker]:hidden [[open]>&]:mb-3">
        {summary}
        <Icon className="icon-chevron-right ml-auto size-5 text-muted transition-transform duration-150 rtl:rotate-180 [[open]>*>&]:rotate-90" />
      </summary>
      {onDemand && !open ? null : children}
    </details>
  );
}
