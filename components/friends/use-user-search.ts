"use client";

import { useEffect, useState } from "react";
import { api } from "@/lib/api-client";
import { SEARCH_DEBOUNCE_MS, SEARCH_MIN } from "@/lib/core/search";
import type { User } from "@/lib/schemas/answers";

export type UserSearch =
  | { state: "idle" | "searching" | "nobody"; users: readonly [] }
  | { state: "found"; users: readonly User[] };

type Answer = { query: string; users: User[] };

/**
 * Searches people by the start of their email, debounced. Blank queries and queries that are too short are not sent.
 * A failure returns no results (spec section 5).
 */
export function useUserSearch(typed: string): UserSearch {
  const query = typed.trim();
  const [answer, setAnswer] = useState<Answer | null>(null);

  useEffect(() => {
    if (query.length < SEARCH_MIN) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      api
        .get<User[]>(`/api/users/search?query=${encodeURIComponent(query)}`, { signal: controller.signal })
        .catch((): User[] => [])
        .then((users) => {
          if (!controller.signal.aborted) setAnswer({ query, users });
        })
        // Nothing above rejects.
        .catch(() => {});
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);

  if (query.length < SEARCH_MIN) return { state: "idle", users: [] };
  if (answer?.query !== query) return { state: "searching", users: [] };
  return answer.users.length > 0 ? { state: "found", users: answer.users } : { state: "nobody", users: [] };
}
