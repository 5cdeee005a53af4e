"use client";

import { useEffect } from "react";
import { forgetUser } from "./local-storage";

/**
 * Clears the browser's data of the previous user (docs/rules.md#browser-data), on screens that are shown only without a
 * session.
 */
export function ForgetUser() {
  useEffect(forgetUser, []);
  return null;
}
