"use client";

import { createContext, use, useMemo, type ReactNode } from "react";
import { distinctColors, personColor } from "./person-color";

const Context = createContext<ReadonlyMap<string, string> | null>(null);

export type PersonColorsProps = {
  /** In the order in which they joined, so that new members do not change the colors of earlier ones. */
  people: readonly { name: string }[];
  children: ReactNode;
};

/** Wraps the screens of a group. Gives its people distinct colors, the same on all of its screens. */
export function PersonColors({ people, children }: PersonColorsProps) {
  const colors = useMemo(() => distinctColors(people), [people]);
  return <Context value={colors}>{children}</Context>;
}

/** The background class of a person without a picture. */
export function usePersonColor(name: string): string {
  return use(Context)?.get(name) ?? personColor(name);
}
