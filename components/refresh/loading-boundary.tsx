"use client";

import { Suspense, useState, type ReactNode } from "react";
import { RestorePosition } from "./back-forward";

/**
 * Shows `fallback` until `children` have loaded; null: the page waits for them. The first rendering determines which,
 * because React would drop all state, including typed text, if the tree changed on a refresh.
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
