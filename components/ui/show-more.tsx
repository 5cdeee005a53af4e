"use client";

import { Children, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { List } from "@/components/ui/list";
import { focusOn } from "./keep-focus";

export type ShowMoreProps = {
  /** How many rows are shown at first. */
  limit: number;
  /** The button's text. */
  label: string;
  /** `card`: a List of ListRow. `ul`: a plain list. */
  list: "card" | "ul";
  className?: string;
  /** A name for the list: opened once, it is open when one comes back to it. */
  name?: string;
  /** Where a parent needs the list. */
  listRef?: RefObject<HTMLUListElement | null>;
  /** Takes the button's place once all rows are shown, to load further ones. */
  more?: ReactNode;
  children: ReactNode;
};

/** The lists with a name that were opened since the page was loaded. */
const opened = new Set<string>();

/** A list that starts short where it is long: the first rows, and a button for all of them. */
export function ShowMore({
  limit,
  label,
  list,
  className,
  name,
  listRef: given,
  more,
  children,
}: ShowMoreProps) {
  const [all, setAll] = useState(() => name !== undefined && opened.has(name));
  const [fromButton, setFromButton] = useState(false);
  const own = useRef<HTMLUListElement>(null);
  const listRef = given ?? own;

  // The button is gone: whoever pressed it goes on with the first row that it uncovered.
  useLayoutEffect(() => {
    if (fromButton) focusOn(listRef.current?.children[limit]);
  }, [fromButton, limit, listRef]);
  const rows = Children.toArray(children);
  // A button that would uncover a single row takes the place of that row.
  const shown = all || rows.length <= limit + 1 ? rows : rows.slice(0, limit);
  return (
    <div className="flex flex-col gap-2">
      {list === "card" ? (
        <List ref={listRef} className={className}>
          {shown}
        </List>
      ) : (
        <ul ref={listRef} role="list" className={className}>
          {shown}
        </ul>
      )}
      {shown.length < rows.length ? (
        <Button
          variant="quiet"
          className="self-center"
          onClick={({ currentTarget }) => {
            setFromButton(document.activeElement === currentTarget);
            setAll(true);
            if (name) opened.add(name);
          }}
        >
          {label}
        </Button>
      ) : (
        more
      )}
    </div>
  );
}
