"use client";

import { Suspense, useState, type ReactNode } from "react";
import { RestorePosition } from "./back-forward";

/**
 * Shows `fallback` until `children` have loaded; null: the whole page waits for them. The first rendering decides
 * between the two: with another tree after a refresh React would drop all state, typed text included.
 */
export function LoadingBoundary({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [waits] = useState(fallback !== null);
  const content = (
    <>
      {children}
      <RestorePosition />
    </>
  );
  return waits ? <Suspense fallback={fallback}>{content}</Suspense> : content;
}
