"use client";

import { createContext, use } from "react";
import { personColor } from "./person-color";

/** Background classes by name, for the people of a group; see PersonColors. */
export const PersonColorContext = createContext<ReadonlyMap<string, string> | null>(null);

/** The background class of a person without a picture. */
export function usePersonColor(name: string): string {
  return use(PersonColorContext)?.get(name) ?? personColor(name);
}
