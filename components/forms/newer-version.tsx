"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

export type NewerVersionProps = { children: ReactNode; onTake: () => void };

/** Describes the version that someone else saved, with a button that fills the form with it. */
export function NewerVersion({ children, onTake }: NewerVersionProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would take for a cleanup function.
    ref.current?.scrollIntoView?.({ block: "nearest" });
  }, []);
  return (
    <div ref={ref}>
      <Notice
        role="status"
        title="The new version"
        action={
          <Button variant="secondary" onClick={onTake}>
            Use the new version
          </Button>
        }
      >
        <p>{children}</p>
        <p className="mt-1">The form has the new version, with your changes.</p>
      </Notice>
    </div>
  );
}
