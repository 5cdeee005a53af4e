"use client";

import { useEffect } from "react";
import { useClientValue } from "@/components/ui/use-client-value";

const SIGNED_OUT = "You have signed out.";

let text = SIGNED_OUT;

/** The entry screen, to which signing out leads next, says that the account was deleted. */
export function sayDeleted(): void {
  text = "Your account has been deleted.";
}

/** What the entry screen says to someone who has left, once. */
export function Farewell() {
  const said = useClientValue(() => text, SIGNED_OUT);
  useEffect(() => () => void (text = SIGNED_OUT), []);
  return said;
}
