"use client";

import type { Route } from "next";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState, useTransition, type ReactNode } from "react";
import { EXPENSE_SEARCH_MAX, SEARCH_DEBOUNCE_MS } from "@/lib/core/search";
import { Field } from "@/components/ui/field";
import { SearchInput } from "@/components/ui/search-input";

export type ExpenseSearchProps = {
  /** The query of the results on the screen. */
  query: string;
  /** How many there are, announced when it changes. */
  status: ReactNode;
};

/**
 * The field of the search for expenses. The query is in the URL, so that the server renders the results, and the user
 * can come back to them.
 */
export function ExpenseSearch({ query, status }: ExpenseSearchProps) {
  const router = useRouter();
  const path = usePathname();
  const [typed, setTyped] = useState(query);
  const [loading, startTransition] = useTransition();
  const wanted = typed.trim();

  useEffect(() => {
    if (wanted === query) return;
    const search = () => {
      // The user has gone back, and that screen is loading.
      if (location.pathname !== path) return;
      const url = wanted ? `${path}?q=${encodeURIComponent(wanted)}` : path;
      startTransition(() => router.replace(url as Route, { scroll: false }));
    };
    const timer = setTimeout(search, SEARCH_DEBOUNCE_MS);
    // A link that was clicked meanwhile takes precedence.
    const stop = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a")) clearTimeout(timer);
    };
    document.addEventListener("click", stop, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", stop, true);
    };
  }, [wanted, query, path, router]);

  return (
    <form
      role="search"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Closes the keyboard of a phone, which covers the results.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      }}
    >
      <Field label="Search expenses" hint="Words, people, a category, or an amount.">
        {(control) => (
          <SearchInput
            {...control}
            name="q"
            enterKeyHint="search"
            maxLength={EXPENSE_SEARCH_MAX}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <p role="status" className="text-muted">
        {loading || wanted !== query ? "Searching..." : status}
      </p>
    </form>
  );
}
