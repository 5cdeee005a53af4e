"use client";

import { useMemo, type ReactNode } from "react";
import { distinctColours } from "./distinct-colours";
import { PersonColourContext } from "./person-colour-context";

export type PersonColoursProps = {
  /** In the order in which they joined, so that new members do not change the colors of earlier ones. */
  people: readonly { name: string }[];
  children: ReactNode;
};

/** Wraps the screens of a group. Gives its people distinct colors, the same on all of its screens. */
export function PersonColours({ people, children }: PersonColoursProps) {
  const colours = useMemo(() => distinctColours(people), [people]);
  return <PersonColourContext value={colours}>{children}</PersonColourContext>;
}
