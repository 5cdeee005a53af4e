"use client";

import { useState, type ReactNode } from "react";
import { fold } from "@/lib/core/search";
import { TextField } from "@/components/ui/field";

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
  return (
    <>
      {people.length >= SEARCH_FROM ? (
        <TextField
          label={label}
          hideLabel
          type="search"
          placeholder="Find a person"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          // Enter searches; it does not submit the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          className="px-2 py-2"
        />
      ) : null}
      {children(found)}
      {found.length === 0 && people.length > 0 ? (
        <p className="px-2 py-3 text-muted">No one by that name.</p>
      ) : null}
    </>
  );
}
