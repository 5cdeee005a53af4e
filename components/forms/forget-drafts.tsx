"use client";

import { useEffect } from "react";
import { forgetDrafts } from "./form-draft";

/** Deletes all drafts after logging out. When a session ends by itself, they are kept. */
export function ForgetDrafts() {
  useEffect(() => forgetDrafts(), []);
  return null;
}
