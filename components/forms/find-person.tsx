"use client";

import { useState, type ReactNode } from "react";
import { fold } from "@/lib/core/search";
import { Field, FieldError, Input } from "@/components/ui/field";
import { useUnadded } from "./use-unadded";

/** From this many people on, searching is faster than scrolling. */
const SEARCH_FROM = 13;

export type FindPersonProps<Person> = {
  label: string;
  people: readonly Person[];
  /** Renders the people whose name contains the search text. */
  children: (found: readonly Person[]) => ReactNode;
};

/** A list of people with a search field if the list is long. */
export function FindPerson<Person extends { name: string }>(props: FindPersonProps<Person>) {
  const { label, people, children } = props;
  const [search, setSearch] = useState("");
  const wanted = fold(search);
  const found = people.filter(({ name }) => fold(name).includes(wanted));
  const nobody = found.length === 0 && people.length > 0;
  const unadded = useUnadded(nobody ? search.trim() : "", "Clear the search to go on.");

  return (
    <>
      {people.length >= SEARCH_FROM ? (
        <Field label={label} hideLabel className="px-2 py-2">
          {(control) => (
            <Input
              {...control}
              {...unadded.control}
              type="search"
              placeholder="Find a person"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              // Enter searches; it does not submit the form.
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            />
          )}
        </Field>
      ) : null}
      {children(found)}
      {unadded.question ? (
        <FieldError {...unadded.question} />
      ) : nobody ? (
        <p className="px-2 py-3 text-muted">No one by that name.</p>
      ) : null}
    </>
  );
}
