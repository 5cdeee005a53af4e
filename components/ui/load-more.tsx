"use client";

import { useLayoutEffect, useRef, type RefObject } from "react";
import { Button } from "./button";
import { focusOn, keepFocus } from "./keep-focus";
import { Notice } from "./notice";

export type LoadMoreProps = {
  /** The list, to hand the focus on to the first row that came. */
  listRef: RefObject<HTMLElement | null>;
  /** How many rows there are. */
  count: number;
  hasMore: boolean;
  loading: boolean;
  failed: boolean;
  onLoad: () => void;
  /** The button's text. */
  label: string;
};

/** Loads the next rows of a list, as long as there are any. */
export function LoadMore({ listRef, count, hasMore, loading, failed, onLoad, label }: LoadMoreProps) {
  /** The button that asked for more while it had the focus, and how many rows there were then. */
  const asked = useRef<{ button: Element; count: number } | null>(null);

  useLayoutEffect(() => {
    if (!asked.current || count <= asked.current.count) return;
    focusOn(listRef.current?.children[asked.current.count], asked.current.button);
    asked.current = null;
  }, [count, listRef]);

  return (
    <>
      {failed ? <Notice tone="error">Failed to load data.</Notice> : null}
      {hasMore ? (
        <Button
          ref={keepFocus}
          variant="secondary"
          className="self-center"
          busy={loading}
          busyLabel="Loading..."
          onClick={({ currentTarget: button }) => {
            asked.current = document.activeElement === button ? { button, count } : null;
            onLoad();
          }}
        >
          {label}
        </Button>
      ) : null}
    </>
  );
}
