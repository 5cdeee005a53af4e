"use client";

import { useMemo, type ReactNode } from "react";
import { distinctColours } from "./distinct-colours";
import { PersonColourContext } from "./person-colour-context";

export type PersonColoursProps = {
  /** In the order in which they joined: later ones do not change the colours of those before. */
  people: readonly { name: string }[];
  children: ReactNode;
};

/** Around the screens of a group: its people have different colours, the same ones on each of its screens. */
export function PersonColours({ people, children }: PersonColoursProps) {
  const colours = useMemo(() => distinctColours(people), [people]);
  return <PersonColourContext value={colours}>{children}</PersonColourContext>;
}
