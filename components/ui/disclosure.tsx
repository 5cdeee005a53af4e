"use client";

import { usePathname } from "next/navigation";
import { useState, type ReactNode } from "react";
import { Icon } from "./icon";

export type DisclosureProps = {
  /** Different for each disclosure of a screen. */
  name: string;
  summary: ReactNode;
  children: ReactNode;
};

/** The disclosures that are open. They stay open when the user comes back. */
const opened = new Set<string>();

/** Content that a press on its summary shows. Works without JavaScript. */
export function Disclosure({ name, summary, children }: DisclosureProps) {
  const key = `${usePathname()} ${name}`;
  const [open] = useState(() => opened.has(key));
  return (
    <details
      className="disclosure"
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) opened.add(key);
        else opened.delete(key);
      }}
    >
      <summary>
        {summary}
        <Icon className="icon-chevron-right" />
      </summary>
      {children}
    </details>
  );
}
