"use client";

import { createContext, use, useMemo, type ReactNode } from "react";
import { distinctColours, personColour } from "./person-colour";

const Colours = createContext<ReadonlyMap<string, string>>(new Map());

export type PersonColoursProps = {
  /** In the order in which they joined: later ones do not change the colours of those before. */
  people: readonly { name: string }[];
  children: ReactNode;
};

/** Around the screens of a group: its people have different colours, the same ones on each of its screens. */
export function PersonColours({ people, children }: PersonColoursProps) {
  const colours = useMemo(() => distinctColours(people), [people]);
  return <Colours value={colours}>{children}</Colours>;
}

/** The background class of a person without a picture. */
export function usePersonColour(name: string): string {
  return use(Colours).get(name) ?? personColour(name);
}
