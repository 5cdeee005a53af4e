"use client";

import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

export type NewerVersionProps = {
  /** The change was refused as outdated: the new version can be loaded. */
  stale: boolean;
  loading: boolean;
  onLoad: () => void;
  /** The new version in words, once loaded. */
  children: ReactNode;
  /** Fills the form with the new version. */
  onTake: () => void;
};

/** Below a form that somebody else was quicker than: load what they saved, then keep either version. */
export function NewerVersion({ stale, loading, onLoad, children, onTake }: NewerVersionProps) {
  if (stale) {
    return (
      <Button
        variant="secondary"
        icon={<RotateCw aria-hidden />}
        busy={loading}
        busyLabel="Loading…"
        onClick={onLoad}
        className="self-start"
      >
        Reload
      </Button>
    );
  }
  if (!children) return null;
  return (
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
      <p className="mt-1">What you typed is still in the form: updating replaces the new version with it.</p>
    </Notice>
  );
}
