"use client";

import { useEffect, useState } from "react";
import { useCall } from "@/lib/client/use-call";
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN } from "@/lib/core/search";
import type { User } from "@/lib/contract/people";

export type UserSearch =
  | { state: "idle" | "searching" | "nobody"; users: readonly [] }
  | { state: "found"; users: readonly User[] };

/**
 * Searches people by the start of their email, debounced. Blank queries and queries that are too short are not sent.
 * A failure returns no results (docs/rules.md#people).
 */
export function useUserSearch(typed: string): UserSearch {
  const query = typed.trim();
  /** The latest query that did not change for a while. */
  const [settled, setSettled] = useState("");

  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query]);

  const sent = query.length >= SEARCH_MIN && settled === query;
  const { data, error } = useCall("GET /api/users/search", sent ? { query: { query } } : null);

  if (query.length < SEARCH_MIN) return { state: "idle", users: [] };
  if (data && data.length > 0) return { state: "found", users: data };
  return { state: data || error ? "nobody" : "searching", users: [] };
}
