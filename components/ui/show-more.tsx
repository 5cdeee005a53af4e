"use client";

import { Children, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { List } from "@/components/ui/list";
import { focusOn } from "./keep-focus";
import { useOpen } from "./use-open";

export type ShowMoreProps = {
  /** See {@link useOpen}. */
  name: string;
  /** How many rows are shown at first. */
  limit: number;
  /** The button's text; default: how many rows there are. */
  label?: string;
  /** `card` (default): a List of ListRow. `ul`: a plain list. */
  list?: "card" | "ul";
  className?: string;
  /** The accessible name of the list. */
  "aria-label"?: string;
  /** A ref to the list, if a parent needs it. */
  listRef?: RefObject<HTMLUListElement | null>;
  /** Replaces the button when all rows are shown, to load further ones. */
  more?: ReactNode;
  children: ReactNode;
};

/** A long list that shows its first rows, and a button for the rest. */
export function ShowMore({
  name,
  limit,
  label,
  list = "card",
  className,
  "aria-label": ariaLabel,
  listRef: given,
  more,
  children,
}: ShowMoreProps) {
  const [all, setAll] = useOpen(name);
  const [fromButton, setFromButton] = useState(false);
  const own = useRef<HTMLUListElement>(null);
  const listRef = given ?? own;

  // The button is gone, so the focus moves to the first new row.
  useLayoutEffect(() => {
    if (fromButton) focusOn(listRef.current?.children[limit]);
  }, [fromButton, limit, listRef]);
  const rows = Children.toArray(children);
  // A button for a single hidden row would be as high as that row.
  const shown = all || rows.length <= limit + 1 ? rows : rows.slice(0, limit);
  const Rows = list === "card" ? List : "ul";
  return (
    <div className="flex flex-col gap-2">
      <Rows ref={listRef} role="list" aria-label={ariaLabel} className={className}>
        {shown}
      </Rows>
      {shown.length < rows.length ? (
        <Button
          variant="quiet"
          className="self-center"
          onClick={({ currentTarget }) => {
            setFromButton(document.activeElement === currentTarget);
            setAll(true);
          }}
        >
          {label ?? `Show all ${rows.length}`}
        </Button>
      ) : (
        more
      )}
    </div>
  );
}
