"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState, useTransition, type ReactNode } from "react";
import type { SearchFilter } from "@/lib/contract/expenses";
import { CATEGORIES, CATEGORY_NAMES } from "@/lib/core/expenses/categories";
import { EXPENSE_SEARCH_MAX, SEARCH_DEBOUNCE_MS } from "@/lib/core/search";
import { SESSION_ACTIVE_EVENT } from "@/lib/client/last-write";
import { shortDate } from "@/lib/core/text/dates";
import { searchPath } from "@/lib/paths";
import { asOf } from "@/components/session/kept-screens";
import { Bdi } from "@/components/ui/bdi";
import { Disclosure } from "@/components/ui/disclosure";
import { Choice, named, type ChoiceOption } from "@/components/ui/choice";
import { Field, TextField } from "@/components/ui/field";
import { SearchInput } from "@/components/ui/search-input";

export type ExpenseSearchProps = {
  /** That of the results on the screen. */
  filter: SearchFilter;
  groups: readonly { _id: string; title: string }[];
  /** That of the filter. */
  event: { _id: string; title: string } | undefined;
  people: readonly { _id: string; name: string }[];
  /** How many there are, announced when it changes. */
  status: ReactNode;
};

/**
 * The form of the search for expenses. The filter is in the URL, so that the server renders the results, and the user
 * can come back to them.
 */
export function ExpenseSearch({ filter, groups, event, people, status }: ExpenseSearchProps) {
  const router = useRouter();
  const path = usePathname();
  const shown = searchPath(filter);
  const [entered, setEntered] = useState(filter);
  /** The URL that the form has asked for, and the one on the screen when it was rendered last. */
  const [asked, setAsked] = useState(shown);
  const [rendered, setRendered] = useState(shown);
  const [offline, setOffline] = useState(false);
  const [loading, startTransition] = useTransition();
  const wanted = searchPath({ ...entered, q: entered.q.trim() });

  if (rendered !== shown) {
    setRendered(shown);
    // Another link has led to another search.
    if (shown !== asked) setEntered(filter);
  }

  useEffect(() => {
    if (wanted === shown) return;
    const search = () => {
      // The user has gone back, and that screen is loading.
      if (location.pathname !== path) return;
      const isOffline = !navigator.onLine || asOf() !== undefined;
      setOffline(isOffline);
      // Without a connection, the browser would leave the screen.
      if (isOffline) return;
      setAsked(wanted);
      startTransition(() => router.replace(wanted, { scroll: false }));
    };
    const timer = setTimeout(search, SEARCH_DEBOUNCE_MS);
    // A link that was clicked meanwhile takes precedence.
    const stop = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a")) clearTimeout(timer);
    };
    const ended = new AbortController();
    const { signal } = ended;
    document.addEventListener("click", stop, { signal, capture: true });
    window.addEventListener(SESSION_ACTIVE_EVENT, () => setOffline(false), { signal });
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [wanted, shown, offline, path, router]);

  const change = (values: Partial<Record<keyof SearchFilter, string | undefined>>) =>
    setEntered({ ...entered, ...values } as SearchFilter);
  const field = (name: "person" | "category" | "from" | "until") => ({
    name,
    value: entered[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value || undefined }),
  });
  const where = [
    ...(event ? [named(event._id, event.title)] : []),
    ...groups.map(({ _id, title }) => named(_id, title)),
  ];
  const who = people.map(({ _id, name }) => named(_id, name));
  const chosen = [
    where.find(({ value }) => value === (entered.event ?? entered.group))?.label,
    who.find(({ value }) => value === entered.person)?.label,
    entered.category && CATEGORY_NAMES[entered.category],
    entered.from && `from ${shortDate(entered.from)}`,
    entered.until && `until ${shortDate(entered.until)}`,
  ].filter((label) => label !== undefined && label !== "");

  return (
    <form
      role="search"
      action="/search"
      className="flex flex-col gap-4"
      onSubmit={(submitted) => {
        submitted.preventDefault();
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
            value={entered.q}
            onChange={({ target }) => change({ q: target.value })}
          />
        )}
      </Field>
      <Disclosure
        name="filters"
        summary={
          <span className="min-w-0 truncate">
            Filters
            {chosen.length > 0 ? (
              <span className="font-normal text-muted">
                {": "}
                <Bdi>{chosen.join(", ")}</Bdi>
              </span>
            ) : null}
          </span>
        }
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice
            label="Group"
            none="All your groups"
            options={where}
            name={entered.event ? "event" : "group"}
            value={entered.event ?? entered.group ?? ""}
            onChange={({ target: { value } }) =>
              change({
                group: undefined,
                event: undefined,
                [value === event?._id ? "event" : "group"]: value || undefined,
              })
            }
          />
          <Choice label="Person" none="Anyone" options={who} {...field("person")} />
          <Choice label="Category" none="Any" options={CATEGORY_OPTIONS} {...field("category")} />
          <div className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4">
            <TextField label="From" type="date" {...field("from")} />
            <TextField label="Until" type="date" {...field("until")} />
          </div>
        </div>
      </Disclosure>
      <p role="status" className="text-muted">
        {wanted === shown && !loading ? status : offline ? OFFLINE : "Searching..."}
      </p>
    </form>
  );
}

const OFFLINE = "You're offline. Search needs a connection.";

const CATEGORY_OPTIONS: readonly ChoiceOption[] = CATEGORIES.map((value) => ({
  value,
  label: CATEGORY_NAMES[value],
}));
