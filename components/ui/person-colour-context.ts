"use client";

import { createContext, use } from "react";
import { personColour } from "./person-colour";

/** Background classes by name, for the people of a group; see PersonColours. */
export const PersonColourContext = createContext<ReadonlyMap<string, string> | null>(null);

/** The background class of a person without a picture. */
export function usePersonColour(name: string): string {
  return use(PersonColourContext)?.get(name) ?? personColour(name);
}
