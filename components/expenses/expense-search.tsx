"use client";

import type { Route } from "next";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState, useTransition, type ReactNode } from "react";
import { SEARCH_DEBOUNCE_MS, SEARCH_MAX } from "@/lib/core/search";
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
    const search = () =>
      startTransition(() => {
        const url = wanted ? `${path}?q=${encodeURIComponent(wanted)}` : path;
        router.replace(url as Route, { scroll: false });
      });
    const timer = setTimeout(search, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
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
      <Field label="Search expenses" hint="Words of the description or the note, or an amount.">
        {(control) => (
          <SearchInput
            {...control}
            name="q"
            enterKeyHint="search"
            maxLength={SEARCH_MAX}
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
