"use client";

import { usePathname } from "next/navigation";
import { useState } from "react";

/** What has been opened since the page was loaded, by path and name. */
const opened = new Set<string>();

/**
 * Whether a part of the screen is open. It still is when the user comes back to the screen, because the scroll position
 * depends on it.
 * @param name different for each such part of a screen
 */
export function useOpen(name: string): [open: boolean, setOpen: (open: boolean) => void] {
  const key = `${usePathname()} ${name}`;
  const [open, setOpen] = useState(() => opened.has(key));
  return [
    open,
    (now) => {
      if (now) opened.add(key);
      else opened.delete(key);
      setOpen(now);
    },
  ];
}
