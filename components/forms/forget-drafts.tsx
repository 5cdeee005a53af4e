"use client";

import { useEffect } from "react";
import { forgetDrafts } from "./form-draft";

/** After logging out: what was typed and not saved is forgotten. A session that ended by itself keeps it. */
export function ForgetDrafts() {
  useEffect(() => forgetDrafts(), []);
  return null;
}
