"use client";

import type { ReactNode } from "react";
import { Icon } from "./icon";
import { useOpen } from "./use-open";

export type DisclosureProps = {
  /** See {@link useOpen}. */
  name: string;
  summary: ReactNode;
  children: ReactNode;
};

/** Content that a press on its summary shows. Works without JavaScript. */
export function Disclosure({ name, summary, children }: DisclosureProps) {
  const [open, setOpen] = useOpen(name);
  return (
    <details className="disclosure" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {summary}
        <Icon className="icon-chevron-right" />
      </summary>
      {children}
    </details>
  );
}
