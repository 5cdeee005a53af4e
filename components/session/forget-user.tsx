"use client";

import { useEffect } from "react";
import { forgetUser } from "./local-storage";

/** On screens that nobody signed in can see: clears what the browser kept of whoever was (spec section 4). */
export function ForgetUser() {
  useEffect(forgetUser, []);
  return null;
}
