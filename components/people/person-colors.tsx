"use client";

import { useMemo, type ReactNode } from "react";
import { distinctColors } from "./distinct-colors";
import { PersonColorContext } from "./person-color-context";

export type PersonColorsProps = {
  /** In the order in which they joined, so that new members do not change the colors of earlier ones. */
  people: readonly { name: string }[];
  children: ReactNode;
};

/** Wraps the screens of a group. Gives its people distinct colors, the same on all of its screens. */
export function PersonColors({ people, children }: PersonColorsProps) {
  const colors = useMemo(() => distinctColors(people), [people]);
  return <PersonColorContext value={colors}>{children}</PersonColorContext>;
}
